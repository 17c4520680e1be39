package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
)

// Sides are the flags of single variants, as typed.
type Sides struct {
	Old, New []Setting
	Further  []string // of -variant
}

// Register declares -old-KEY, -new-KEY and -variant.
func (f *Sides) Register(set *pflag.FlagSet) {
	for _, s := range []struct {
		name string
		list *[]Setting
	}{{"old", &f.Old}, {"new", &f.New}} {
		for _, k := range keys {
			set.Var(&settingFlag{k.name, s.list}, s.name+"-"+k.name, s.name+" only: "+k.usage)
		}
	}
	set.StringArrayVar(&f.Further, "variant", nil, "compare `'SIDE KEY=VALUE ...'` with old, too; a KEY is what follows -new- in the flags; may be repeated")
}

// settingFlag is a pflag.Value that adds to a list of settings.
type settingFlag struct {
	key  string
	list *[]Setting
}

// String implements pflag.Value.
func (f *settingFlag) String() string { return "" }

// Type implements pflag.Value.
func (f *settingFlag) Type() string { return "string" }

// Set implements pflag.Value. Of a key other than env the last value holds, as of
// any flag.
func (f *settingFlag) Set(value string) error {
	if f.key != "env" {
		*f.list = slices.DeleteFunc(*f.list, func(s Setting) bool { return s.Key == f.key })
	}
	*f.list = append(*f.list, Setting{f.key, value})
	return nil
}

// ParseVariant reads the value of -variant: a side, and settings of it. Its error is a
// usage error.
func ParseVariant(text string) (side string, settings []Setting, err error) {
	fail := func(why error) (string, []Setting, error) {
		return "", nil, exit.Errorf(exit.Usage, "write -variant='SIDE KEY=VALUE ...', such as -variant='. gogc=50'", "-variant %q: %w", text, why)
	}
	words, err := split(text)
	if err != nil {
		return fail(err)
	}
	if len(words) == 0 {
		return fail(errors.New("it names no side"))
	}
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return fail(fmt.Errorf("%q is not KEY=VALUE", word))
		}
		_ = (&settingFlag{name, &settings}).Set(value)
	}
	return words[0], settings, nil
}

// split splits at spaces as a shell does, except for backslashes, which are part
// of paths on Windows.
func split(text string) (words []string, err error) {
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, c := range text {
		switch {
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
			continue
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		default:
			word.WriteRune(c)
		}
		inWord = true
	}
	if quote != 0 {
		return nil, fmt.Errorf("%c is not closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
