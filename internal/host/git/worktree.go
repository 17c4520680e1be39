package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/host/files"
)

// Tree is a revision in a folder of its own, beside the user's files, which are never
// touched.
type Tree struct {
	// Dir corresponds to the folder that the revision was asked for from, which
	// may lie anywhere in the repository.
	Dir    string
	Commit string

	// Submodules says why those that the repository uses could not all be checked
	// out; nil when they were. Code that does not need them is fine without.
	Submodules error

	path, repo string
}

// Resolve returns the commit that a revision names in the repository that holds
// dir. The error says what git thinks of it.
func Resolve(ctx context.Context, dir, revision string) (commit string, err error) {
	if strings.HasPrefix(revision, "-") {
		return "", fmt.Errorf("%q is not a revision: it begins like a flag", revision)
	}
	out, err := Run(ctx, dir, "rev-parse", "--verify", revision+"^{commit}")
	return strings.TrimSpace(out), err
}

// CheckOut checks out a revision of the repository that holds dir at path, which must
// not exist, and tidies up what killed tares left in the repository. The caller
// calls Remove, also when he removes the folder himself.
func CheckOut(ctx context.Context, dir, revision, path string) (*Tree, error) {
	sweep(ctx, dir)
	commit, err := Resolve(ctx, dir, revision)
	if err != nil {
		return nil, err
	}
	below, err := Run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	below = strings.TrimSuffix(below, "\n")
	t := &Tree{Dir: filepath.Join(path, filepath.FromSlash(below)), Commit: commit, path: path, repo: dir}
	if _, err := Run(ctx, dir, "worktree", "add", "--detach", path, commit); err != nil {
		_ = t.Remove(ctx) // git has tidied up already, unless it was killed
		return nil, fmt.Errorf("checking out %s: %w", revision, err)
	}
	if info, err := os.Stat(t.Dir); err != nil || !info.IsDir() {
		return nil, errors.Join(fmt.Errorf("%s has no folder %s", revision, below), t.Remove(ctx))
	}
	t.Submodules = t.submodules(ctx)
	return t, nil
}

// submodules checks out the submodules that are in use in the user's repository,
// whose configuration the tree shares, with all that is in them.
func (t *Tree) submodules(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(t.path, ".gitmodules")); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if _, err := Run(ctx, t.path, "submodule", "update"); err != nil {
		return err
	}
	_, err := Run(ctx, t.path, "submodule", "foreach", "--quiet", "git submodule update --init --recursive")
	return err
}

// Remove removes the folder and what the repository knows of it, also when ctx
// has ended.
func (t *Tree) Remove(ctx context.Context) error {
	if err := remove(context.WithoutCancel(ctx), t.repo, t.path); err != nil {
		return fmt.Errorf("removing the worktree %s: %w", t.path, err)
	}
	return nil
}

// remove forces twice: a tree that git was still making is locked.
func remove(ctx context.Context, repo, path string) error {
	_, err := Run(ctx, repo, "worktree", "remove", "--force", "--force", path)
	return err
}

// sweep removes the entries of trees that a killed tare had made and whose
// folders are gone. What cannot be removed does not hinder anybody.
func sweep(ctx context.Context, repo string) {
	out, err := Run(ctx, repo, "worktree", "list", "--porcelain")
	if err != nil {
		return
	}
	for line := range strings.Lines(out) {
		path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "worktree ")
		if !ok || !files.Abandoned(path) {
			continue
		}
		if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
			_ = remove(ctx, repo, path)
		}
	}
}
