package command

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
)

// Rest is the value of a flag that takes all that follows on the command line,
// whatever it looks like, as -args of go test does.
type Rest []string

// String implements pflag.Value.
func (r *Rest) String() string { return strings.Join(*r, " ") }

// Type implements pflag.Value.
func (r *Rest) Type() string { return "rest" }

// Set implements pflag.Value: it adds one more argument.
func (r *Rest) Set(arg string) error {
	*r = append(*r, arg)
	return nil
}

// Parse reads a command line as package flag does: a flag of any length has one dash or
// two, and its value follows behind = or, unless the flag can do without one, as the next
// word. Other than there, flags may stand behind arguments; "--" ends them. (Package
// pflag reads -bench as five flags of one letter.) It leaves flags as their own Parse
// would: Args and ArgsLenAtDash say what was not a flag. Every error is a usage error.
func Parse(flags *pflag.FlagSet, words []string) error {
	l, err := read(flags, words)
	switch {
	case err != nil:
		return err
	case l.open != nil:
		what, _ := pflag.UnquoteUsage(l.open)
		return exit.Errorf(exit.Usage, "write -"+l.open.Name+"="+what, "-%s needs a value", l.open.Name)
	case l.dash >= 0:
		return flags.Parse(append(append(l.args[:l.dash:l.dash], "--"), l.args[l.dash:]...))
	}
	return flags.Parse(l.args)
}

// line is a command line that was read.
type line struct {
	args []string    // the words that are neither flags nor their values
	dash int         // how many of these stand before "--"; -1 without
	open *pflag.Flag // the last word, whose value is missing; nil when none is
	rest bool        // a flag took all that follows
}

// read sets the flags that are among the words.
func read(flags *pflag.FlagSet, words []string) (l line, err error) {
	l.dash = -1
	for len(words) > 0 && err == nil {
		word := words[0]
		words = words[1:]
		switch {
		case word == "--":
			l.dash = len(l.args)
			l.args = append(l.args, words...)
			return l, nil
		case isFlag(word):
			words, err = l.flag(flags, word, words)
		default:
			l.args = append(l.args, word)
		}
	}
	return l, err
}

// isFlag reports whether a word is a flag; a lone dash is an argument.
func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' }

// flag sets the flag that word is. What follows it are words; it returns those that are
// left.
func (l *line) flag(flags *pflag.FlagSet, word string, words []string) ([]string, error) {
	name, value, given := strings.Cut(undashed(word), "=")
	f := lookup(flags, name)
	if f == nil {
		return nil, exit.Errorf(exit.Usage, "", "unknown flag -%s%s", name, DidYouMean(name, "-", flagNames(flags)))
	}
	if _, ok := f.Value.(*Rest); ok {
		return nil, l.takeRest(flags, f, words, given)
	}
	switch {
	case given:
	case f.NoOptDefVal != "":
		value = f.NoOptDefVal
	case len(words) == 0:
		l.open = f
		return nil, nil
	default:
		value, words = words[0], words[1:]
	}
	return words, set(flags, f, name, value)
}

func (l *line) takeRest(flags *pflag.FlagSet, f *pflag.Flag, words []string, given bool) error {
	if given {
		return exit.Errorf(exit.Usage, "write -"+f.Name+" and then the arguments, each as a separate word", "-%s takes everything that follows, but no value of its own", f.Name)
	}
	l.rest = true
	for _, word := range words {
		if err := flags.Set(f.Name, word); err != nil {
			return err
		}
	}
	return nil
}

// undashed is a flag without its dash or two.
func undashed(word string) string { return strings.TrimPrefix(word[1:], "-") }

// lookup finds a flag by its name, or by its letter.
func lookup(flags *pflag.FlagSet, name string) *pflag.Flag {
	if f := flags.Lookup(name); f != nil || len(name) != 1 {
		return f
	}
	return flags.ShorthandLookup(name)
}

func flagNames(flags *pflag.FlagSet) (names []string) {
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// notOf says of a type of values what a word is not that is none of them, and what to
// write instead.
var notOf = map[string]struct{ what, hint string }{
	"bool":     {"neither true nor false", ""},
	"int":      {"not a whole number", ""},
	"uint64":   {"not a whole number of at least 0", ""},
	"duration": {"not a duration", "write 500ms, 30s, 10m or 1h30m"},
}

// set sets a flag that was typed as name.
func set(flags *pflag.FlagSet, f *pflag.Flag, name, value string) error {
	err := flags.Set(f.Name, value)
	if err == nil {
		return nil
	}
	not, known := notOf[f.Value.Type()]
	switch {
	case errors.Is(err, strconv.ErrRange):
		return exit.Errorf(exit.Usage, "", "-%s %q: too large a number", name, value)
	case known:
		return exit.Errorf(exit.Usage, not.hint, "-%s %q: %s", name, value, not.what)
	case errors.Unwrap(err) != nil:
		err = errors.Unwrap(err) // without pflag's sentence around it, which has two dashes
	}
	return exit.Errorf(exit.Usage, "", "-%s %q: %w", name, value, err)
}
