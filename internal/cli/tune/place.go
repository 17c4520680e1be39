package tune

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	engine "tare/internal/engine/tune"
	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/text"
	"tare/internal/report/wording"
)

// place says whose settings are meant, and how to speak of them.
type place struct {
	root       string
	wait, json bool
	detail     flags.Detail
	shown      model.Detail // what detail comes to
}

func (p *place) register(f *pflag.FlagSet) {
	f.StringVar(&p.root, "root", "/", "act on the machine whose root `directory` is mounted here")
	f.BoolVar(&p.wait, "wait", true, "wait while another tare changes settings, instead of failing")
	f.BoolVar(&p.json, "json", false, "write JSON")
	p.detail.AddTo(f)
}

// check completes the options, or says what is wrong with them.
func (p *place) check() (err error) {
	if p.shown, err = p.detail.Resolve(); err != nil {
		return err
	}
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

// write writes t to w, as JSON or as doc.
func (p *place) write(w io.Writer, t record.Tuning, doc model.Document) error {
	if p.json {
		return command.WriteJSON(w, "tuning", t)
	}
	return text.Write(w, doc, text.For(w, p.shown))
}

// wayOut is the command that may do what this user may not.
func wayOut() string { return asRoot(wording.Quote(command.CommandLine())) }

// asRoot is advice for an error of somebody who is not.
func asRoot(command string) string {
	if os.Geteuid() == 0 {
		return ""
	}
	return "sudo tare " + command
}
