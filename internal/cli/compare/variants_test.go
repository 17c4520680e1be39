package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/test/golden"
)

// parse parses a command line with the flags that make variants.
func parse(t *testing.T, cwd string, args ...string) ([]variant, []string, error) {
	t.Helper()
	set := pflag.NewFlagSet("compare", pflag.ContinueOnError)
	var f sideFlags
	var c common
	f.register(set)
	c.box.Register(set)
	c.build.Register(set)
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f.variants(t.Context(), set.Args(), cwd, c)
}

func TestVariants(t *testing.T) {
	r, head := sides(t)
	r.Write("cpu.pprof", "")
	var b strings.Builder
	for _, line := range []string{
		"HEAD",
		"HEAD ./json",
		"--tags=x --quota=50% --env=A=1 HEAD ./...",
		"--gomaxprocs=4 --new-gomaxprocs=1 --old-gogc=off --new-gogc=50 --new-gomemlimit=1GiB . .",
		"--old-gomemlimit=off --new-env=A=1 --new-env=B=2 --new-gogc=1 --new-gogc=2 .",
		"--quota=1 --old-quota= --new-cpus=0 --new-memory=64MiB --pgo=off --new-pgo=cpu.pprof . .",
		"--old-go=1.25.3 --new-go=go1.27rc1 --new-tags=a,b --new-gcflags=-N --old-ldflags=-w . .",
		"--variant|HEAD gcflags='-N -l'|--variant|. go=local|HEAD|.",
		"old.txt ./both",
		"@latest old.txt",
	} {
		args := strings.Fields(line)
		if strings.Contains(line, "|") {
			args = strings.Split(line, "|")
		}
		fmt.Fprintf(&b, "%s\n", strings.Join(args, " "))
		variants, patterns, err := parse(t, r.Dir, args...)
		if err != nil {
			fmt.Fprintf(&b, "\t%s\n", exit.Message(err))
		}
		for _, v := range variants {
			fmt.Fprintf(&b, "\t%s, %s: %s is %s; settings %q; build %v %s; %+v\n", v.Name, v.Role, v.Side, v.side.kind, v.Settings, v.Flags, v.toolchain, v.Cell)
		}
		fmt.Fprintf(&b, "\tpackages %q\n", patterns)
	}
	golden.Check(t, "variants.txt", strings.NewReplacer(r.Dir+string(filepath.Separator), "", head, "HEAD").Replace(b.String()))
}

func TestWrongVariants(t *testing.T) {
	r, _ := sides(t)
	for line, want := range map[string]string{
		".":                           "name two sides, or conditions",
		"old.txt":                     "results can only be compared with results",
		"HEAD old.txt":                "results can only be compared with results",
		"old.txt old.txt ./json":      "packages are for revisions",
		"--new-gogc=1 old.txt ./both": "new is a file of results: gogc=1 cannot be set",
		"--new-gogc=-1 .":             `new: gogc "-1": not a percentage`,
		"--new-gomemlimit=1Q .":       `new: gomemlimit "1Q": not a size`,
		"--old-gomaxprocs=0 .":        `old: gomaxprocs "0": not a positive number`,
		"--new-quota=none .":          `new: -quota "none"`,
		"--new-memory=none .":         `new: -memory "none"`,
		"--new-env=A .":               `new: -env "A": no KEY=VALUE`,
		"--new-pgo=nowhere .":         "nowhere: no such file",
		"--new-go=1.25 .":             `new: go "1.25": not a version of Go`,
		"--new-go=tip .":              `new: go "tip": not a version of Go`,
		"--variant|. speed=1|.|.":     `new2: there is no setting "speed"`,
		"--variant|. gogc|.|.":        `"gogc" is no KEY=VALUE`,
		"--variant|. env='A=1|.|.":    "' is not closed",
		"--variant||.|.":              "no side",
		"--variant|nowhere|.|.":       "nowhere is no side",
	} {
		args := strings.Fields(line)
		if strings.Contains(line, "|") {
			args = strings.Split(line, "|")
		}
		if got, _, err := parse(t, r.Dir, args...); exit.Status(err) != exit.Usage || !strings.Contains(exit.Message(err), want) {
			t.Errorf("%s: %+v, %s; want %s", line, got, exit.Message(err), want)
		}
	}
}

func TestGivenBinaryIsBuiltAlready(t *testing.T) {
	v := variant{side: side{kind: sideBinary}, box: flags.Cell{ASLR: "on"}}
	if err := v.setUp([]setting{{"gogc", "50"}}, "."); err != nil || v.Cell.Env[0] != "GOGC=50" {
		t.Errorf("%+v, %v", v, err)
	}
	if err := v.setUp([]setting{{"tags", "x"}}, "."); exit.Status(err) != exit.Usage {
		t.Errorf("%+v, %v", v, err)
	}
}

// What a shell would pass on as words comes back as words, however it is quoted.
func FuzzSplit(f *testing.F) {
	f.Add("HEAD~1", "gcflags=-N -l", "")
	f.Add(`C:\src`, "env=A='1'", "\t")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		words := []string{a, b, c}
		var quoted []string
		for _, word := range words {
			word = strings.ToValidUTF8(word, "?")
			quoted = append(quoted, "'"+strings.ReplaceAll(word, "'", `'"'"'`)+"'")
		}
		got, err := split(" " + strings.Join(quoted, "\t "))
		for i := range words {
			words[i] = strings.ToValidUTF8(words[i], "?")
		}
		if err != nil || !slices.Equal(got, words) {
			t.Errorf("%q: %q, %v", quoted, got, err)
		}
	})
}
