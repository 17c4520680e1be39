package gitinfo

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

func TestMain(m *testing.M) {
	if _, err := exec.LookPath("git"); err != nil {
		fmt.Fprintln(os.Stderr, "these tests run git, which is not in PATH: install it")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// repository is a directory to run git in.
type repository struct {
	t   *testing.T
	dir string
}

// newRepository returns an empty repository, without the user's configuration
// and below a directory that git does not look above.
func newRepository(t *testing.T) repository {
	t.Helper()
	r := repository{t, isolate(t)}
	r.git("init", "--quiet")
	return r
}

func isolate(t *testing.T) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	return dir
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	args = append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.org"}, args...)
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = environment(os.Environ())
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repository) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits one file and returns the revision.
func (r repository) commit() string {
	r.t.Helper()
	r.write("sub/a.go", "package a\n")
	r.write(".gitignore", "*.prof\n")
	r.git("add", ".")
	r.git("commit", "--quiet", "-m", "first")
	return r.git("rev-parse", "HEAD")
}

func (r repository) describe() record.Source {
	return Describe(r.t.Context(), filepath.Join(r.dir, "sub"))
}

func TestClean(t *testing.T) {
	r := newRepository(t)
	want := record.Source{Revision: r.commit(), VCSStatus: record.Measured}
	r.write("cpu.prof", "ignored")
	if got := r.describe(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestDirty(t *testing.T) {
	for name, change := range map[string]func(repository){
		"changed":           func(r repository) { r.write("sub/a.go", "package b\n") },
		"staged":            func(r repository) { r.write("sub/a.go", "package b\n"); r.git("add", ".") },
		"untracked":         func(r repository) { r.write("sub/a_test.go", "package a\n") },
		"in another folder": func(r repository) { r.write("dep/d.go", "package d\n") },
		"deleted":           func(r repository) { r.git("rm", "--quiet", "--cached", "sub/a.go") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepository(t)
			want := record.Source{Revision: r.commit(), Dirty: true, VCSStatus: record.Measured}
			change(r)
			if got := r.describe(); got != want {
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
	if err := os.Chtimes(filepath.Join(r.dir, "sub", "a.go"), past, past); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(r.dir, ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.describe(); got.VCSStatus != record.Measured || got.Dirty {
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
	hook := filepath.Join(r.dir, ".git", "monitor")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch \"$0.ran\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("config", "core.fsmonitor", hook)
	r.describe()
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
	if got := r.describe(); got.Revision != want || got.Dirty {
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
		{"no repository", t.Context(), isolate,
			record.Undetermined, `^git rev-parse: fatal: not a git repository .*exit status 128`},
		{"no commit", t.Context(), func(t *testing.T) string { return newRepository(t).dir },
			record.Undetermined, `^git rev-parse: fatal: Needed a single revision`},
		{"no directory", t.Context(), func(t *testing.T) string { return filepath.Join(isolate(t), "gone") },
			record.Undetermined, `^git rev-parse: .*gone`},
		{"canceled", canceled, func(t *testing.T) string { return newRepository(t).dir },
			record.Undetermined, `^git rev-parse: context canceled$`},
		{"no git", t.Context(), func(t *testing.T) string { t.Setenv("PATH", t.TempDir()); return t.TempDir() },
			record.Unsupported, `^git is not installed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Describe(c.ctx, c.prepare(t))
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
	r.git("clone", "--quiet", "--bare", ".", bare)
	got := Describe(t.Context(), bare)
	if got.Revision != revision || got.VCSStatus != record.Undetermined || got.VCSWhy == "" {
		t.Errorf("got %+v, want revision %s, and the rest undetermined", got, revision)
	}
}
