package git_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"tare/internal/host/git"
	"tare/internal/record"
	"tare/internal/test/gittest"
)

func TestMain(m *testing.M) {
	if _, err := exec.LookPath("git"); err != nil {
		fmt.Fprintln(os.Stderr, "these tests run git, which is not in PATH: install it")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// repository is one with a package in a folder.
type repository struct{ gittest.Repository }

func newRepository(t *testing.T) repository { return repository{gittest.New(t)} }

// commit commits one file and returns the revision.
func (r repository) commit() string {
	r.Write("sub/a.go", "package a\n")
	r.Write(".gitignore", "*.prof\n")
	return r.Commit("first")
}

func (r repository) describe(t *testing.T) record.Source {
	return git.Describe(t.Context(), filepath.Join(r.Dir, "sub"))
}

func TestClean(t *testing.T) {
	r := newRepository(t)
	want := record.Source{Revision: r.commit(), VCSStatus: record.Measured}
	r.Write("cpu.prof", "ignored")
	if got := r.describe(t); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestDirty(t *testing.T) {
	for name, change := range map[string]func(repository){
		"changed":           func(r repository) { r.Write("sub/a.go", "package b\n") },
		"staged":            func(r repository) { r.Write("sub/a.go", "package b\n"); r.Git("add", ".") },
		"untracked":         func(r repository) { r.Write("sub/a_test.go", "package a\n") },
		"in another folder": func(r repository) { r.Write("dep/d.go", "package d\n") },
		"deleted":           func(r repository) { r.Git("rm", "--quiet", "--cached", "sub/a.go") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepository(t)
			want := record.Source{Revision: r.commit(), Dirty: true, VCSStatus: record.Measured}
			change(r)
			if got := r.describe(t); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestTakesNoLock(t *testing.T) {
	r := newRepository(t)
	r.commit()
	// Another time of change makes status want to save a refreshed index.
	past := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(r.Dir, "sub", "a.go"), past, past); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(r.Dir, ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.describe(t); got.VCSStatus != record.Measured || got.Dirty {
		t.Errorf("got %+v, want it clean", got)
	}
	after, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Error("the index was rewritten")
	}
}

func TestRunsNoMonitor(t *testing.T) {
	r := newRepository(t)
	r.commit()
	hook := filepath.Join(r.Dir, ".git", "monitor")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch \"$0.ran\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.Git("config", "core.fsmonitor", hook)
	r.describe(t)
	if _, err := os.Stat(hook + ".ran"); err == nil {
		t.Error("the file system monitor of the repository was started")
	}
}

func TestHookEnvironment(t *testing.T) {
	r := newRepository(t)
	want := r.commit()
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "elsewhere"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "index"))
	t.Setenv("GIT_WORK_TREE", t.TempDir())
	if got := r.describe(t); got.Revision != want || got.Dirty {
		t.Errorf("got %+v, want %s, clean", got, want)
	}
}

func TestUnknown(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name    string
		ctx     context.Context
		prepare func(t *testing.T) string // returns the directory
		status  record.Status
		why     string // regular expression
	}{
		{"no repository", t.Context(), func(t *testing.T) string { return gittest.Isolate(t) },
			record.Undetermined, `^git rev-parse: fatal: not a git repository .*exit status 128`},
		{"no commit", t.Context(), func(t *testing.T) string { return newRepository(t).Dir },
			record.Undetermined, `^git rev-parse: fatal: Needed a single revision`},
		{"no directory", t.Context(), func(t *testing.T) string { return filepath.Join(gittest.Isolate(t), "gone") },
			record.Undetermined, `^git rev-parse: .*gone`},
		{"canceled", canceled, func(t *testing.T) string { return newRepository(t).Dir },
			record.Undetermined, `^git rev-parse: context canceled$`},
		{"no git", t.Context(), func(t *testing.T) string { t.Setenv("PATH", t.TempDir()); return t.TempDir() },
			record.Unsupported, `^git is not installed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := git.Describe(c.ctx, c.prepare(t))
			if got.VCSStatus != c.status || !regexp.MustCompile(c.why).MatchString(got.VCSWhy) {
				t.Errorf("got %q because %q, want %q because %s", got.VCSStatus, got.VCSWhy, c.status, c.why)
			}
			if got.Revision != "" || got.Dirty {
				t.Errorf("made up: %+v", got)
			}
		})
	}
}

func TestBareRepository(t *testing.T) {
	r := newRepository(t)
	revision := r.commit()
	bare := filepath.Join(t.TempDir(), "bare")
	r.Git("clone", "--quiet", "--bare", ".", bare)
	got := git.Describe(t.Context(), bare)
	if got.Revision != revision || got.VCSStatus != record.Undetermined || got.VCSWhy == "" {
		t.Errorf("got %+v, want revision %s, and the rest undetermined", got, revision)
	}
}
