package compare

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/record"
	"tare/internal/test/gittest"
)

const benchmark = `package p

import "testing"

func Benchmark(b *testing.B) { for b.Loop() { NAME() } }

func NAME() {}
`

// module is a repository with a module of another name in each commit, and in
// its working tree a package that does not build. The user is in the folder sub.
func module(t *testing.T) (r gittest.Repository, cwd string) {
	t.Helper()
	r = gittest.New(t)
	for _, name := range []string{"first", "second"} {
		r.Write("go.mod", "module example.com/"+name+"\n\ngo 1.24\n")
		r.Write("sub/p_test.go", strings.ReplaceAll(benchmark, "NAME", name))
		r.Write("sub/deep/p_test.go", strings.ReplaceAll(benchmark, "NAME", "deep"))
		r.Commit(name)
	}
	r.Write("sub/broken/p_test.go", strings.Replace(benchmark, "NAME()", "undefined()", 1))
	return r, filepath.Join(r.Dir, "sub")
}

// asked are the variants that somebody in the folder cwd asks for, with nothing to
// themselves.
func asked(t *testing.T, cwd string, sides ...string) []Variant {
	t.Helper()
	variants, err := Find(t.Context(), cwd, sides, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range variants {
		v := &variants[i]
		v.Flags, v.Cell.ASLR = []string{"-trimpath"}, true
		v.Environ = func(env []string) []string { return slices.Concat(env, v.Env) }
	}
	return variants
}

// prepare prepares variants with the packages of the patterns.
func prepare(t *testing.T, cwd string, patterns []string, change func(*workshop, *[]Variant), sides ...string) ([]Variant, *workshop, []record.Failure, error) {
	t.Helper()
	variants := asked(t, cwd, sides...)
	var failures []record.Failure
	w := &workshop{cwd: cwd, work: t.TempDir(), cache: t.TempDir(), patterns: patterns, seed: 5,
		stage: func(string) {}, failed: func(f record.Failure) { failures = append(failures, f) }}
	t.Cleanup(func() {
		if err := w.close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if change != nil {
		change(w, &variants)
	}
	err := w.prepare(t.Context(), variants)
	return variants, w, failures, err
}

// here are the patterns of a user who names no packages.
var here = []string{"."}

func contents(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// onStack is the size of the environment that a process of the variant finds
// above its stack: the strings, their ends, and pointers.
func onStack(v Variant) int {
	n := 0
	for _, kv := range append(v.env, "PWD="+v.code.dir) {
		n += len(kv) + 9
	}
	return n
}

func TestPrepare(t *testing.T) {
	r, cwd := module(t)
	variants, w, failures, err := prepare(t, cwd, []string{"./..."}, func(_ *workshop, list *[]Variant) {
		(*list)[2].Env = []string{"GOGC=50"}
		*list = append(*list, floors((*list)[0])...)
	}, "HEAD~1", ".", ".")
	if err != nil {
		t.Fatal(err)
	}
	old, next, same, twin, relinked := variants[0], variants[1], variants[2], variants[3], variants[4]
	if len(failures) != 1 || failures[0].Package != "example.com/second/sub/broken" || failures[0].Variant != 1 || !strings.Contains(failures[0].Output, "undefined: undefined") {
		t.Errorf("failures %+v", failures)
	}
	for _, v := range variants {
		if len(v.binaries) != 2 || v.code.chain.HookErr != nil {
			t.Fatalf("%s: %+v", v.Name, v.binaries)
		}
		for key, only := range v.binaries {
			b := only[0]
			if len(only) != 1 || !b.Hooked || len(b.Path) != len(old.binaries[key][0].Path) || !strings.HasPrefix(b.Package.Dir, v.code.dir) {
				t.Errorf("%s, %s: %+v", v.Name, key, only)
			}
		}
		if got, want := onStack(v), onStack(old); got != want {
			t.Errorf("%s: %d bytes of environment, %s has %d", v.Name, got, old.Name, want)
		}
	}
	path := func(v Variant) string { return v.binaries["sub"][0].Path }
	if path(same) != path(next) || path(old) == path(next) || path(twin) == path(old) || path(relinked) == path(old) {
		t.Error("the wrong variants share their binaries")
	}
	if contents(t, path(twin)) != contents(t, path(old)) || contents(t, path(relinked)) == contents(t, path(old)) {
		t.Error("a copy is none, or what is relinked is")
	}
	if !slices.Contains(same.env, "GOGC=50") || slices.Contains(next.env, "GOGC=50") {
		t.Error("settings are not in the environment")
	}
	if want := (record.Source{Module: "example.com/first", GoVersion: old.Source.GoVersion, Revision: r.Git("rev-parse", "HEAD~1"), VCSStatus: record.Measured}); old.Source != want {
		t.Errorf("source %+v", old.Source)
	}
	if !next.Source.Dirty || next.Source.Module != "example.com/second" {
		t.Errorf("source %+v", next.Source)
	}
	cmd := exec.Command(path(old), "-test.bench=.", "-test.benchtime=1x", "-test.v")
	cmd.Dir, cmd.Env = old.binaries["sub"][0].Package.Dir, old.env
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "pkg: example.com/first/sub\n") {
		t.Errorf("%v\n%s", err, out)
	}
	if err := w.close(t.Context()); err != nil || strings.Contains(r.Git("worktree", "list"), w.work) {
		t.Errorf("a worktree is left: %v", err)
	}
}

func TestLayouts(t *testing.T) {
	_, cwd := module(t)
	variants, w, _, err := prepare(t, cwd, here, func(w *workshop, list *[]Variant) {
		w.layouts = 2
		*list = append(*list, floors((*list)[0])[1])
	}, "HEAD", "HEAD^0")
	if err != nil {
		t.Fatal(err)
	}
	old, next, relinked := variants[0].binaries["sub"], variants[1].binaries["sub"], variants[2].binaries["sub"]
	if len(old) != 2 || len(relinked) != 2 || old[0].Path != next[0].Path {
		t.Fatalf("%+v %+v %+v", old, next, relinked)
	}
	seen := map[string]bool{}
	for _, b := range slices.Concat(old, relinked) {
		seen[contents(t, b.Path)] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d layouts, want 4", len(seen))
	}
	if len(w.trees) != 1 || len(w.findings) != 1 || w.findings[0].ID != "same-program" {
		t.Errorf("one commit: %d checkouts, findings %+v", len(w.trees), w.findings)
	}
}

func TestPrepareInterrupted(t *testing.T) {
	w := &workshop{cwd: t.TempDir(), work: t.TempDir(), cache: t.TempDir()}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := w.prepare(ctx, []Variant{{From: Side{Directory, w.cwd}}})
	if !errors.Is(err, bench.ErrInterrupted) {
		t.Errorf("%v, want to hear of the interruption only", err)
	}
}

// The code in a folder is that of the last commit; so are the programs.
func TestSameProgram(t *testing.T) {
	_, cwd := module(t)
	variants, w, _, err := prepare(t, cwd, here, nil, "HEAD", ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(w.findings) != 1 || w.findings[0].ID != "same-program" || w.findings[0].Evidence != "equal to the byte: sub." {
		t.Errorf("findings %+v", w.findings)
	}
	if variants[0].code == variants[1].code {
		t.Error("a revision and a folder are different code")
	}
}

func TestWorkspaceOfOneSide(t *testing.T) {
	r, cwd := module(t)
	r.Write("go.work", "go 1.24\n\nuse .\n")
	_, w, _, err := prepare(t, cwd, here, nil, "HEAD~1", ".")
	if err != nil || len(w.findings) != 1 || w.findings[0].ID != "workspace" || !strings.HasSuffix(w.findings[0].Evidence, "go.work.") {
		t.Errorf("findings %+v, %v", w.findings, err)
	}
}

// A binary that was given is measured against a package of any name, and neither
// side has the hook.
func TestGivenBinary(t *testing.T) {
	_, cwd := module(t)
	chain, err := build.Open(t.Context(), cwd, t.TempDir(), build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	given := filepath.Join(t.TempDir(), "x.test")
	if _, err := chain.Test(t.Context(), build.Package{ImportPath: "./deep"}, given); err != nil {
		t.Fatal(err)
	}
	variants, w, _, err := prepare(t, cwd, here, func(_ *workshop, list *[]Variant) {
		*list = append(*list, floors((*list)[0])...)
	}, given, ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(variants) != 3 || len(w.findings) != 2 {
		t.Errorf("%d variants, findings %+v", len(variants), w.findings)
	}
	for _, v := range variants {
		b := v.binaries["sub/deep"]
		if len(b) != 1 || b[0].Hooked || b[0].HookErr == nil || b[0].Package.Dir != cwd {
			t.Errorf("%s: %+v", v.Name, v.binaries)
		}
	}
	if s := variants[0].Source; s.Module != "example.com/second" || s.GoVersion == "" || s.VCSWhy == "" {
		t.Errorf("source %+v", s)
	}
}

func TestNothingToCompare(t *testing.T) {
	_, cwd := module(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	relayout := func(w *workshop, _ *[]Variant) { w.layouts = 2 }
	newer := func(_ *workshop, list *[]Variant) { (*list)[1].Toolchain = "go1.2.99" }
	for _, c := range []struct {
		change   func(*workshop, *[]Variant)
		sides    string
		patterns []string
		status   exit.Code
		want     string
	}{
		{nil, "HEAD ./deep", here, exit.Broken, "no package with benchmarks is on all sides: old has sub; new has sub/deep"},
		{nil, "HEAD .", []string{"../...x"}, exit.Broken, "no benchmarks in [\"../...x\"]"},
		{newer, ". .", here, exit.Broken, "new (.): asking the go command"},
		{relayout, self + " .", here, exit.Usage, "a test binary cannot be linked again"},
	} {
		_, _, _, err := prepare(t, cwd, c.patterns, c.change, strings.Fields(c.sides)...)
		if exit.Status(err) != c.status || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %s", c.sides, err, c.want)
		}
	}
}
