package compare

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
	"tare/internal/test/gittest"
)

// sides is a repository with everything that a side can be, and its revision.
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

func TestParseSide(t *testing.T) {
	r, head := sides(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]side{
		".":              {kind: sideDirectory, at: r.Dir},
		"json":           {kind: sideDirectory, at: filepath.Join(r.Dir, "json")},
		"json/":          {kind: sideDirectory, at: filepath.Join(r.Dir, "json")},
		"./both":         {kind: sideResults, at: filepath.Join(r.Dir, "both")},
		"old.txt":        {kind: sideResults, at: filepath.Join(r.Dir, "old.txt")},
		os.DevNull:       {kind: sideResults, at: os.DevNull},
		self:             {kind: sideBinary, at: self},
		"HEAD":           {kind: sideRevision, at: head},
		"@":              {kind: sideRevision, at: head},
		"@^0":            {kind: sideRevision, at: head},
		"feature/x":      {kind: sideRevision, at: head},
		"both^0":         {kind: sideRevision, at: head},
		"@latest":        {kind: sideStored, at: "latest"},
		"@20260101-1200": {kind: sideStored, at: "20260101-1200"},
	} {
		want.arg = arg
		if got, err := parseSide(t.Context(), arg, r.Dir); got != want || err != nil {
			t.Errorf("%s: %+v, %v; want %+v", arg, got, err, want)
		}
	}
	r.Write("hostile.test", "\x7fELF\x02\x01\x01"+strings.Repeat("\x01", 4096))
	for arg, want := range map[string]string{
		"hostile.test": "hostile.test: headers of programs claim 257 bytes instead of 56\nhint: build the test binary again",
		"both":         "both a path and a git revision\nhint: write ./both for the path, and both^0",
		"nowhere":      "nowhere is no side: there is no such path, and git rev-parse: ",
		"HEAD~9":       "HEAD~9 is no side",
		"":             "a side without a name",
		"./nowhere":    "./nowhere: no such file or directory\nhint: a side is",
		"HEAD:json":    "HEAD:json is no side",
		"noise.bin":    "neither a Go test binary nor text",
		program:        "is a Go program, but no test binary",
	} {
		if got, err := parseSide(t.Context(), arg, r.Dir); exit.Status(err) != exit.Usage || !strings.Contains(exit.Message(err), want) {
			t.Errorf("%s: %+v, %s; want %s", arg, got, exit.Message(err), want)
		}
	}
}

func TestShallowClone(t *testing.T) {
	r, _ := sides(t)
	dir := filepath.Join(t.TempDir(), "clone")
	r.Git("clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(r.Dir), dir)
	if _, err := parseSide(t.Context(), "HEAD~1", dir); !strings.Contains(exit.Message(err), "--unshallow") {
		t.Errorf("no advice: %s", exit.Message(err))
	}
}

func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", "")
	if _, err := parseSide(t.Context(), "HEAD", t.TempDir()); !strings.Contains(exit.Message(err), "hint: install git") {
		t.Errorf("no advice: %s", exit.Message(err))
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
