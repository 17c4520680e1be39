// Package gittest makes git repositories for tests.
package gittest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tare/internal/host/git"
)

// Repository is a directory to run git in.
type Repository struct {
	t   testing.TB
	Dir string
}

// New returns an empty repository, isolated as Isolate says.
func New(t testing.TB) Repository {
	t.Helper()
	r := Repository{t, Isolate(t)}
	r.Git("init", "--quiet", "--initial-branch=main")
	return r
}

// Isolate makes git forget the user's configuration for the rest of the test, and
// returns a directory above which git does not look for a repository.
func Isolate(t testing.TB) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for role, name := range map[string]string{"AUTHOR": "Author", "COMMITTER": "Committer"} {
		t.Setenv("GIT_"+role+"_NAME", name)
		t.Setenv("GIT_"+role+"_EMAIL", name+"@example.org")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir()) // as git spells it
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	return dir
}

// Git runs git, which must succeed, and returns what it prints.
func (r Repository) Git(args ...string) string {
	r.t.Helper()
	out, err := git.Run(r.t.Context(), r.Dir, args...)
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(out)
}

// Write writes a file and its folders.
func (r Repository) Write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.Dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// Commit commits all there is and returns the revision.
func (r Repository) Commit(message string) string {
	r.t.Helper()
	r.Git("add", ".")
	r.Git("commit", "--quiet", "-m", message)
	return r.Git("rev-parse", "HEAD")
}
