package compare

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/flags"
	engine "tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/test/gittest"
	"tare/internal/test/golden"
)

// sides is a repository with what sides can be, and its revision.
func sides(t *testing.T) (r gittest.Repository, head string) {
	t.Helper()
	r = gittest.New(t)
	r.Write("json/json.go", "package json\n")
	r.Write("old.txt", "BenchmarkX 1 1 ns/op\n")
	r.Write("noise.bin", "\x7fELF\x00\x01")
	head = r.Commit("first")
	r.Git("branch", "both")
	r.Git("branch", "feature/x")
	r.Write("both", "")
	return r, head
}

// parse parses a command line with the flags that make variants.
func parse(t *testing.T, cwd string, args ...string) ([]engine.Variant, []string, error) {
	t.Helper()
	set := pflag.NewFlagSet("compare", pflag.ContinueOnError)
	var f flags.Sides
	var c common
	f.Register(set)
	c.Box.Register(set)
	c.Build.Register(set)
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return variants(t.Context(), f, set.Args(), cwd, c)
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
			fmt.Fprintf(&b, "\t%s, %s: %s is %s; settings %q; build %v %s; %+v\n", v.Name, v.Role, v.Side, v.From.Kind, v.Settings, v.Flags, v.Toolchain, v.Cell)
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
		"--new-gogc=1 old.txt ./both": "new is a file of results: it is too late to set gogc=1",
		"--new-gogc=-1 .":             `new: gogc "-1": not a percentage`,
		"--new-gomemlimit=1Q .":       `new: gomemlimit "1Q": not a size`,
		"--old-gomaxprocs=0 .":        `old: gomaxprocs "0": not a positive number`,
		"--new-quota=none .":          `new: -quota "none"`,
		"--new-memory=none .":         `new: -memory "none"`,
		"--new-env=A .":               `new: -env "A": not KEY=VALUE`,
		"--new-pgo=nowhere .":         "nowhere: no such file",
		"--new-go=1.25 .":             `new: go "1.25": not a version of Go`,
		"--new-go=tip .":              `new: go "tip": not a version of Go`,
		"--variant|. speed=1|.|.":     `new2: there is no setting "speed"`,
		"--variant|. gogc|.|.":        `"gogc" is not KEY=VALUE`,
		"--variant|. env='A=1|.|.":    "' is not closed",
		"--variant||.|.":              "names no side",
		"--variant|nowhere|.|.":       "nowhere is neither a path nor a git revision",
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
	v := engine.Variant{From: engine.Side{Kind: engine.Binary}}
	c := flags.Conditions{Box: flags.Cell{ASLR: "on"}}
	if err := setUp(&v, c, []flags.Setting{{Key: "gogc", Value: "50"}}, "."); err != nil || v.Cell.Env[0] != "GOGC=50" {
		t.Errorf("%+v, %v", v, err)
	}
	if err := setUp(&v, c, []flags.Setting{{Key: "tags", Value: "x"}}, "."); exit.Status(err) != exit.Usage {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestCompleteSide(t *testing.T) {
	r, _ := sides(t)
	t.Chdir(r.Dir)
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	for typed, want := range map[string]string{"": "both feature/x main HEAD", "fe": "feature/x", "x": ""} {
		if got, _ := completeSide(cmd, []string{"HEAD"}, typed); strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %s", typed, got, want)
		}
	}
}

func TestSplitArguments(t *testing.T) {
	for in, want := range map[string]string{
		"HEAD":               "HEAD | . implied |",
		"HEAD .":             "HEAD | . |",
		"HEAD ./...":         "HEAD | . implied | ./...",
		"HEAD ./a/... ./b":   "HEAD | . implied | ./a/... ./b",
		"v1 v2 ./...":        "v1 | v2 | ./...",
		"v1 v2 ./json ./xml": "v1 | v2 | ./json ./xml",
		"HEAD ./json":        "HEAD | ./json |",
		"./...":              "./... names packages, not a side",
		"":                   "nothing to compare",
	} {
		old, next, patterns, implied, err := splitArguments(strings.Fields(in))
		if implied {
			next += " implied"
		}
		got := strings.TrimSpace(strings.Join([]string{old, next, strings.Join(patterns, " ")}, " | "))
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), ":")
		}
		if got != want {
			t.Errorf("%q: %s; want %s", in, got, want)
		}
	}
}
