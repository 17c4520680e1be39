package flags

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
)

// Rule says what flags go with. Of its conditions at least one is set.
type Rule struct {
	Flags string // their names, separated by spaces; * for those that no earlier rule has Subjects for

	Subjects []string // they go with these subjects of the verb, and no others
	Needs    string   // they go with this flag
	Not      string   // they do not go with these flags, separated by spaces

	Why  string // ends the sentence that Needs or Not is broken
	Hint string // what to try, instead of what follows from the rule
}

// Rules say which flags of a verb go together, and with what the verb is about.
type Rules []Rule

// Check returns a usage error when the flags that cmd was given break a rule. Given is
// what was typed and says something: neither -x="" nor the default of a bool does. The
// subject, in the words of the rules, is what the verb is about on this command line; ""
// where there is only one.
func (rules Rules) Check(cmd *cobra.Command, subject string) error {
	set := cmd.Flags()
	var err error
	set.Visit(func(f *pflag.Flag) {
		if err == nil && given(set, f.Name) {
			err = rules.fits(f.Name, subject)
		}
	})
	for _, r := range rules {
		for _, name := range strings.Fields(r.Flags) {
			if err == nil && given(set, name) {
				err = r.broken(cmd, set.Lookup(name))
			}
		}
	}
	return err
}

func given(set *pflag.FlagSet, name string) bool {
	f := set.Lookup(name)
	if f == nil || !f.Changed {
		return false
	}
	if f.Value.Type() == "bool" {
		return f.Value.String() != f.DefValue
	}
	return f.Value.String() != "" && f.Value.String() != "[]"
}

// fits checks whether a flag goes with the subject.
func (rules Rules) fits(name, subject string) error {
	for _, r := range rules {
		if len(r.Subjects) == 0 || r.Flags != "*" && !slices.Contains(strings.Fields(r.Flags), name) {
			continue
		}
		if slices.Contains(r.Subjects, subject) {
			return nil
		}
		hint := "it goes with " + strings.Join(r.Subjects, ", or ")
		if r.Hint != "" {
			hint = r.Hint
		}
		return exit.Errorf(exit.Usage, hint, "-%s does not go with %s", name, subject)
	}
	return nil
}

// broken checks what the rule says of f, which was given, and other flags.
func (r Rule) broken(cmd *cobra.Command, f *pflag.Flag) error {
	set, why, hint := cmd.Flags(), r.Why, r.Hint
	if why != "" {
		why = ": " + why
	}
	if r.Needs != "" && !given(set, r.Needs) {
		if hint == "" {
			hint = cmd.CommandPath() + " " + typed(set.Lookup(r.Needs)) + " " + typed(f)
		}
		return exit.Errorf(exit.Usage, hint, "-%s needs -%s%s", f.Name, r.Needs, why)
	}
	for _, name := range strings.Fields(r.Not) {
		if given(set, name) {
			if hint == "" {
				hint = "leave one of them out"
			}
			return exit.Errorf(exit.Usage, hint, "-%s and -%s do not go together%s", f.Name, name, why)
		}
	}
	return nil
}

// typed is a flag as it was typed, or as it could be.
func typed(f *pflag.Flag) string {
	what, _ := pflag.UnquoteUsage(f)
	switch {
	case f.Value.Type() == "bool":
		return "-" + f.Name
	case f.Changed:
		what = f.Value.String()
	}
	return "-" + f.Name + "=" + what
}
