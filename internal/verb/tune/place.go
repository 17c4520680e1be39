package tune

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/host/terminal"
	"tare/internal/journal"
	"tare/internal/record"
	"tare/internal/report/tuned"
	"tare/internal/tuning/setup"
	"tare/internal/verb/cli"
)

const stateHint = "the journal has to be safe before anything is changed: make its folder writable, or name another in TARE_STATE"

// place says whose settings are meant, and how to speak of them.
type place struct {
	root       string
	wait, json bool
}

func (p *place) register(f *pflag.FlagSet) {
	f.StringVar(&p.root, "root", "/", "the machine whose root `directory` this is")
	f.BoolVar(&p.wait, "wait", true, "wait while another tare changes settings, instead of failing")
	f.BoolVar(&p.json, "json", false, "write JSON")
}

// open takes the lock of the machine's settings.
func (p *place) open(cmd *cobra.Command) (*setup.Session, error) {
	o, err := p.options(cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	return Open(cmd.Context(), o)
}

// Open takes the lock of the machine's settings, and says what to do when that
// fails.
func Open(ctx context.Context, o setup.Options) (*setup.Session, error) {
	s, err := setup.Open(ctx, o)
	switch {
	case errors.Is(err, journal.ErrHeld):
		return nil, cli.Errorf(cli.Broken, "leave -wait=false out to wait for it", "%w", err)
	case ctx.Err() != nil:
		return nil, cli.Errorf(cli.Broken, "nothing was changed", "%w", err)
	case err != nil:
		return nil, cli.Errorf(cli.Broken, stateHint, "%w", err)
	}
	return s, nil
}

func (p *place) options(stderr io.Writer) (setup.Options, error) {
	return Options(p.root, os.Args[1:], func(h journal.Holder) bool {
		if p.wait {
			fmt.Fprintln(stderr, "tare: waiting for "+Describe(h))
		} else {
			fmt.Fprintln(stderr, "tare: in use by "+Describe(h))
		}
		return p.wait
	})
}

// Options returns the options of a session on the machine below root.
func Options(root string, command []string, waiting func(journal.Holder) bool) (setup.Options, error) {
	dir, err := setup.StateDir(root, os.Getenv, os.Geteuid())
	if err != nil {
		return setup.Options{}, cli.Errorf(cli.Broken, stateHint, "%w", err)
	}
	program, err := os.Executable()
	if err != nil {
		return setup.Options{}, fmt.Errorf("finding the program tare: %w", err)
	}
	return setup.Options{Root: root, StateDir: dir, Command: command, Hold: []string{program, holdName, root}, Waiting: waiting}, nil
}

// Describe describes who has the lock.
func Describe(h journal.Holder) string {
	if h.PID == 0 {
		return "another tare that changes this machine's settings"
	}
	return fmt.Sprintf("`tare %s` (process %d, since %s)", strings.Join(h.Command, " "), h.PID, h.Since.Format(time.TimeOnly))
}

// output is where reports go, and how.
type output struct {
	w    io.Writer
	json bool
}

func (p *place) output(w io.Writer) output { return output{w, p.json} }

func (o output) write(t record.Tuning, list bool) error {
	if o.json {
		enc := json.NewEncoder(o.w)
		enc.SetIndent("", "\t")
		return enc.Encode(t)
	}
	width, tty := terminal.Width(o.w)
	options := tuned.Options{Width: width, Color: tty && terminal.Color()}
	if list {
		return tuned.List(o.w, t, options)
	}
	return tuned.Write(o.w, t, options)
}
