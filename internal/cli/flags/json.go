package flags

import (
	"fmt"

	"github.com/spf13/pflag"
)

// JSON is the flag -json of verbs whose records hold trials: -json is the summary, and
// -json=full has every trial, too. It implements pflag.Value.
type JSON struct{ form string }

// The forms.
const (
	summary = "summary"
	full    = "full"
)

// AddTo defines the flag.
func (j *JSON) AddTo(f *pflag.FlagSet) {
	f.VarPF(j, "json", "", "write JSON: the summary, or with -json=full every trial, too").NoOptDefVal = summary
}

// On reports whether JSON was asked for.
func (j *JSON) On() bool { return j.form != "" }

// Full reports whether it was asked for with every trial.
func (j *JSON) Full() bool { return j.form == full }

// Set implements pflag.Value.
func (j *JSON) Set(value string) error {
	switch value {
	case summary, "true":
		j.form = summary
	case full:
		j.form = full
	case "false":
		j.form = ""
	default:
		return fmt.Errorf("%q is neither %s nor %s", value, summary, full)
	}
	return nil
}

// String implements pflag.Value.
func (j *JSON) String() string { return j.form }

// Type implements pflag.Value.
func (j *JSON) Type() string { return "form" }
