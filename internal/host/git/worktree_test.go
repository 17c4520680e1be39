package git_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tare/internal/host/git"
	"tare/internal/host/proc"
	"tare/internal/test/gittest"
)

// twoCommits has two commits of pkg/a.txt, "one" and "two", and a change that is
// not committed.
func twoCommits(t *testing.T) (r gittest.Repository, first string) {
	t.Helper()
	r = gittest.New(t)
	r.Write("pkg/a.txt", "one")
	first = r.Commit("first")
	r.Write("pkg/a.txt", "two")
	r.Write("new/b.txt", "two")
	r.Commit("second")
	r.Write("pkg/a.txt", "changed")
	return r, first
}

func text(t *testing.T, elements ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestUserNoticesNothing(t *testing.T) {
	r, first := twoCommits(t)
	hook := filepath.Join(r.Dir, ".git", "hooks", "post-checkout")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch \"$0.ran\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	index := text(t, r.Dir, ".git", "index")
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "elsewhere")) // as in a git hook
	t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "index"))

	path := filepath.Join(t.TempDir(), "tree")
	tree, err := git.CheckOut(t.Context(), filepath.Join(r.Dir, "pkg"), "HEAD~1", path)
	if err != nil {
		t.Fatal(err)
	}
	if tree.Commit != first || tree.Dir != filepath.Join(path, "pkg") || text(t, tree.Dir, "a.txt") != "one" || tree.Submodules != nil {
		t.Errorf("got %+v", tree)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := tree.Remove(canceled); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{path, filepath.Join(r.Dir, ".git", "worktrees"), hook + ".ran"} {
		if _, err := os.Stat(gone); err == nil {
			t.Errorf("%s is there", gone)
		}
	}
	if text(t, r.Dir, "pkg", "a.txt") != "changed" || text(t, r.Dir, ".git", "index") != index || r.Git("status", "--porcelain") != "M pkg/a.txt" {
		t.Error("the user's tree was touched")
	}
}

func TestAnyKindOfRepository(t *testing.T) {
	for name, clone := range map[string]func(r gittest.Repository, to string){
		"bare": func(r gittest.Repository, to string) { r.Git("clone", "--bare", r.Dir, to) },
		"shallow": func(r gittest.Repository, to string) {
			r.Git("clone", "--depth=1", "file://"+filepath.ToSlash(r.Dir), to)
		},
		"worktree": func(r gittest.Repository, to string) { r.Git("worktree", "add", "--detach", to) },
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := twoCommits(t)
			dir := filepath.Join(t.TempDir(), "clone")
			clone(r, dir)
			tree, err := git.CheckOut(t.Context(), dir, "HEAD", filepath.Join(t.TempDir(), "tree"))
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, tree.Dir, "pkg", "a.txt"); got != "two" {
				t.Errorf("got %s", got)
			}
			if err := tree.Remove(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCannotCheckOut(t *testing.T) {
	r, _ := twoCommits(t)
	occupied := t.TempDir()
	if err := os.WriteFile(filepath.Join(occupied, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx                context.Context
		dir, rev, path, as string
	}{
		{t.Context(), r.Dir, "nowhere", "", "single revision"},
		{t.Context(), r.Dir, "HEAD:pkg", "", "single revision"},
		{t.Context(), r.Dir, "--all", "", "like a flag"},
		{t.Context(), filepath.Join(r.Dir, "new"), "HEAD~1", "", "HEAD~1 has no folder new/"},
		{t.Context(), r.Dir, "HEAD", occupied, "already exists"},
		{t.Context(), gittest.Isolate(t), "HEAD", "", "not a git repository"},
		{canceled, r.Dir, "HEAD", "", "context canceled"},
	} {
		path := c.path
		if path == "" {
			path = filepath.Join(t.TempDir(), "tree")
		}
		if tree, err := git.CheckOut(c.ctx, c.dir, c.rev, path); err == nil || !strings.Contains(err.Error(), c.as) {
			t.Errorf("%s: got %+v, %v; want %s", c.rev, tree, err, c.as)
		}
	}
	if _, err := os.Stat(filepath.Join(r.Dir, ".git", "worktrees")); err == nil {
		t.Error("something is left in the repository")
	}
}

func TestSubmodules(t *testing.T) {
	library := gittest.New(t)
	library.Write("lib.txt", "lib")
	library.Commit("lib")
	r, _ := twoCommits(t)
	// Submodules from local folders have to be allowed since git 2.38.1.
	t.Setenv("GIT_ALLOW_PROTOCOL", "file")
	r.Git("submodule", "add", "--quiet", library.Dir, "lib")
	r.Commit("with a submodule")

	add := func(from string) *git.Tree {
		t.Helper()
		tree, err := git.CheckOut(t.Context(), from, "HEAD", filepath.Join(t.TempDir(), "tree"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := tree.Remove(context.Background()); err != nil {
				t.Error(err)
			}
		})
		return tree
	}
	if tree := add(r.Dir); tree.Submodules != nil || text(t, tree.Dir, "lib", "lib.txt") != "lib" {
		t.Errorf("got %+v", tree)
	}
	unused := filepath.Join(t.TempDir(), "clone")
	r.Git("clone", "--quiet", r.Dir, unused)
	if tree := add(unused); tree.Submodules != nil {
		t.Errorf("a submodule that is not in use: %v", tree.Submodules)
	}
	if err := os.Rename(library.Dir, library.Dir+".gone"); err != nil {
		t.Fatal(err)
	}
	if tree := add(r.Dir); tree.Submodules == nil || text(t, tree.Dir, "new", "b.txt") != "two" {
		t.Errorf("a submodule that cannot be had: %+v", tree)
	}
}

func TestSweep(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("owners are told apart by procfs")
	}
	self, err := proc.Identify(os.DirFS("/"), "self")
	if err != nil {
		t.Fatal(err)
	}
	r, _ := twoCommits(t)
	tmp := gittest.Isolate(t)
	folder := func(start uint64) string {
		return filepath.Join(tmp, fmt.Sprintf("tare-%d-%d-%d-x", self.Namespace, self.PID, start), "tree")
	}
	dead, killed, live, users := folder(self.Start-1), folder(self.Start-2), folder(self.Start), filepath.Join(tmp, "tare-tree")
	for _, path := range []string{dead, killed, live, users} {
		r.Git("worktree", "add", "--detach", path)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	r.Git("worktree", "lock", killed) // as git does while it makes one
	there := folder(self.Start - 3)
	r.Git("worktree", "add", "--detach", there)

	git.Sweep(t.Context(), r.Dir)
	list, err := git.Run(t.Context(), r.Dir, "worktree", "list", "--porcelain")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{dead: false, killed: false, live: true, users: true, there: true} {
		if got := strings.Contains(list, "worktree "+path+"\n"); got != want {
			t.Errorf("%s is listed: %v, want %v", path, got, want)
		}
	}
}
