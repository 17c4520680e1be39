package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
)

// sample has a flag of each kind.
func sample() *pflag.FlagSet {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.String("bench", ".", "run `regexp`")
	f.IntP("count", "n", 0, "`n` rounds")
	f.Uint64("seed", 0, "seed")
	f.Bool("json", false, "JSON")
	f.BoolP("verbose", "v", false, "more")
	f.Duration("for", 0, "at most `d`")
	f.StringArray("env", nil, "`KEY=VALUE`")
	f.StringSlice("only", nil, "`knobs`")
	f.String("tune", "", "`profile`")
	f.Lookup("tune").NoOptDefVal = "quiet"
	f.Var(new(Rest), "args", "what follows")
	return f
}

// said is what was typed, and what was an argument.
func said(f *pflag.FlagSet) string {
	var words []string
	f.Visit(func(f *pflag.Flag) { words = append(words, f.Name+"="+f.Value.String()) })
	return strings.TrimSpace(strings.Join(words, " ") + " " + fmt.Sprint(f.Args()))
}

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"-bench=X ./...":             "bench=X [./...]",
		"-bench X -count 5":          "bench=X count=5 []",
		"--bench=X --count 5 a":      "bench=X count=5 [a]",
		"-n 5":                       "count=5 []",
		"-n=5 -v":                    "count=5 verbose=true []",
		"--n 5 --v":                  "count=5 verbose=true []",
		"a -json b -v=false c":       "json=true verbose=false [a b c]",
		"-json false":                "json=true [false]",
		"-bench -json":               "bench=-json []",
		"-count -1":                  "count=-1 []",
		"-bench= -env A=B=C -env D":  "bench= env=[A=B=C,D] []",
		"-only a,b -only=c":          "only=[a,b,c] []",
		"-tune latency":              "tune=quiet [latency]",
		"-tune=latency x":            "tune=latency [x]",
		"- ./x":                      "[- ./x]",
		"-for 1m30s":                 "for=1m30s []",
		"-- -bench=X -args":          "[-bench=X -args]",
		"a -args -json -- b -args":   "args=-json -- b -args [a]",
		"a --args":                   "[a]",
		"":                           "[]",
		"-seed 18446744073709551615": "seed=18446744073709551615 []",
	} {
		f := sample()
		if err := Parse(f, strings.Fields(in)); err != nil {
			t.Errorf("%s: %v", in, err)
		} else if got := said(f); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestParseDash(t *testing.T) {
	for in, want := range map[string]int{"a b": -1, "-json": -1, "--": 0, "-json -- a": 0, "a -json b -- c -- d": 2, "-bench -- a": -1} {
		f := sample()
		if err := Parse(f, strings.Fields(in)); err != nil || f.ArgsLenAtDash() != want {
			t.Errorf("%s: %d before the dashes, want %d; %v", in, f.ArgsLenAtDash(), want, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for in, want := range map[string]string{
		"-bnech=X":                    "unknown flag -bnech; did you mean -bench?",
		"--bnech X":                   "unknown flag -bnech; did you mean -bench?",
		"-verb":                       "unknown flag -verb; did you mean -verbose?",
		"-nonsense":                   "unknown flag -nonsense",
		"-x":                          "unknown flag -x",
		"-n5":                         "unknown flag -n5",
		"---json":                     "unknown flag --json; did you mean -json?",
		"-=x":                         "unknown flag -",
		"-bench":                      "-bench needs a value\nhint: write -bench=regexp",
		"a -n":                        "-count needs a value\nhint: write -count=n",
		"-count x":                    `-count "x": not a whole number`,
		"-n=1.5":                      `-n "1.5": not a whole number`,
		"-count=99999999999999999999": `-count "99999999999999999999": too large a number`,
		"-seed=-1":                    `-seed "-1": not a whole number of at least 0`,
		"-for=5":                      "-for \"5\": not a duration\nhint: write 500ms, 30s, 10m or 1h30m",
		"-json=maybe":                 `-json "maybe": neither true nor false`,
		"-json=":                      `-json "": neither true nor false`,
		"-args=x":                     "-args takes everything that follows, but no value of its own\nhint: write -args and then the arguments, each as a separate word",
		`-only=a"b`:                   `-only "a\"b": parse error on line 1, column 2: bare " in non-quoted-field`,
	} {
		err := Parse(sample(), strings.Fields(in))
		if exit.Status(err) != exit.Usage || exit.Message(err) != "tare: "+want {
			t.Errorf("%s: %q, want %q", in, exit.Message(err), want)
		}
	}
}

// FuzzParse has words read as what they are: what was understood can be written in
// another spelling, and then means the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"-bench=X ./...", "-n 5 -- -json", "a -args -x", "-tune -env A=B", "--json=false -for 1s", "- -- -"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		first := sample()
		if err := Parse(first, words); err != nil {
			if exit.Status(err) != exit.Usage {
				t.Fatalf("%q: %v", words, err)
			}
			return
		}
		second := sample()
		if err := Parse(second, spell(first)); err != nil || said(first) != said(second) {
			t.Errorf("%q is %s, and %q is %s; %v", words, said(first), spell(first), said(second), err)
		}
	})
}

// spell writes what was parsed with two dashes, all values behind =, and all flags first.
func spell(f *pflag.FlagSet) (words []string) {
	var rest []string
	f.Visit(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case *Rest:
			rest = append([]string{"--" + f.Name}, *v...)
		case pflag.SliceValue:
			for _, s := range v.GetSlice() {
				if f.Name == "only" {
					s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
				}
				words = append(words, "--"+f.Name+"="+s)
			}
		default:
			words = append(words, "--"+f.Name+"="+v.String())
		}
	})
	if rest == nil {
		return slices.Concat(words, []string{"--"}, f.Args())
	}
	// An argument in front of -args that looks like a flag cannot be: nothing ends flags.
	return slices.Concat(words, f.Args(), rest)
}
