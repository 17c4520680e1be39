package compare

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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

func TestFindSide(t *testing.T) {
	r, head := sides(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]Side{
		".":              {Kind: Directory, At: r.Dir},
		"json":           {Kind: Directory, At: filepath.Join(r.Dir, "json")},
		"json/":          {Kind: Directory, At: filepath.Join(r.Dir, "json")},
		"./both":         {Kind: Results, At: filepath.Join(r.Dir, "both")},
		"old.txt":        {Kind: Results, At: filepath.Join(r.Dir, "old.txt")},
		os.DevNull:       {Kind: Results, At: os.DevNull},
		self:             {Kind: Binary, At: self},
		"HEAD":           {Kind: Revision, At: head},
		"@":              {Kind: Revision, At: head},
		"@^0":            {Kind: Revision, At: head},
		"feature/x":      {Kind: Revision, At: head},
		"both^0":         {Kind: Revision, At: head},
		"@latest":        {Kind: Stored, At: "@latest"},
		"@20260101-1200": {Kind: Stored, At: "@20260101-1200"},
		"@été":           {Kind: Stored, At: "@été"},
	} {
		if got, err := findSide(t.Context(), arg, r.Dir); got != want || err != nil {
			t.Errorf("%s: %+v, %v; want %+v", arg, got, err, want)
		}
	}
	r.Write("hostile.test", "\x7fELF\x02\x01\x01"+strings.Repeat("\x01", 4096))
	for arg, want := range map[string]string{
		"hostile.test": "hostile.test: headers of programs claim 257 bytes instead of 56\nhint: build the test binary again",
		"both":         "both a path and a git revision\nhint: write ./both for the path, and both^0",
		"nowhere":      "nowhere is neither a path nor a git revision: git rev-parse: ",
		"HEAD~9":       "HEAD~9 is neither a path nor a git revision",
		"":             "the name of a side is empty",
		"./nowhere":    "./nowhere: no such file or directory\nhint: a side is",
		"HEAD:json":    "HEAD:json is neither a path nor a git revision",
		"noise.bin":    "neither a Go test binary nor text",
		program:        "is a Go program, but not a test binary",
	} {
		if got, err := findSide(t.Context(), arg, r.Dir); exit.Status(err) != exit.Usage || !strings.Contains(exit.Message(err), want) {
			t.Errorf("%s: %+v, %s; want %s", arg, got, exit.Message(err), want)
		}
	}
}

func TestShallowClone(t *testing.T) {
	r, _ := sides(t)
	dir := filepath.Join(t.TempDir(), "clone")
	r.Git("clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(r.Dir), dir)
	if _, err := findSide(t.Context(), "HEAD~1", dir); !strings.Contains(exit.Message(err), "--unshallow") {
		t.Errorf("no advice: %s", exit.Message(err))
	}
}

func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", "")
	if _, err := findSide(t.Context(), "HEAD", t.TempDir()); !strings.Contains(exit.Message(err), "hint: install git") {
		t.Errorf("no advice: %s", exit.Message(err))
	}
}
