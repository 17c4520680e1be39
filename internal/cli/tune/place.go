package tune

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
	engine "tare/internal/engine/tune"
	"tare/internal/host/output"
	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
	"tare/internal/report/tuned"
)

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

// check completes the options, or says what is wrong with them.
func (p *place) check() (err error) {
	if err := engine.Supported(); err != nil {
		return err
	}
	p.root, err = command.Root(p.root)
	return err
}

// at is the place for the engine.
func (p *place) at() engine.Place { return engine.Place{Root: p.root, Args: command.CommandLine()} }

// open takes the lock of the machine's settings.
func (p *place) open(cmd *cobra.Command) (*setup.Session, error) {
	return engine.Open(cmd.Context(), p.at(), p.wait, func(s string) { fmt.Fprintln(cmd.ErrOrStderr(), "tare: "+s) })
}

// write writes a report to w; when list is set, that of what there is.
func (p *place) write(w io.Writer, t record.Tuning, list bool) error {
	if p.json {
		return command.WriteJSON(w, "tuning", t)
	}
	width, tty := output.Width(w)
	options := tuned.Options{Width: width, Color: tty && output.Color()}
	if list {
		return tuned.List(w, t, options)
	}
	return tuned.Write(w, t, options)
}

// asRoot is advice for an error of somebody who is not.
func asRoot(command string) string {
	if os.Geteuid() == 0 {
		return ""
	}
	return "sudo tare " + command
}
