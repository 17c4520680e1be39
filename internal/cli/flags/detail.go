package flags

import (
	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
	"tare/internal/report/model"
)

// Detail is how much a verb is asked to print: -v and -q.
type Detail struct{ verbose, quiet bool }

// AddTo defines the flags.
func (d *Detail) AddTo(f *pflag.FlagSet) {
	f.BoolVarP(&d.verbose, "verbose", "v", false, "print everything: legends, findings, other units, every footnote")
	f.BoolVarP(&d.quiet, "quiet", "q", false, "print only what changed or failed")
}

// Resolve returns what was asked for. Its error is a usage error.
func (d *Detail) Resolve() (model.Detail, error) {
	switch {
	case d.verbose && d.quiet:
		return model.Normal, exit.Errorf(exit.Usage, "leave one of them out", "-v and -q ask for opposite things")
	case d.verbose:
		return model.Verbose, nil
	case d.quiet:
		return model.Brief, nil
	}
	return model.Normal, nil
}
