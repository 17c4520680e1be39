// Package gitinfo says which revision of the source is measured, by asking git.
package gitinfo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"tare/internal/record"
)

// Describe returns the revision checked out in the repository that holds dir,
// and whether the working tree differs from it; the other fields of the source
// stay empty. VCSStatus is Measured when both are known. It is Unsupported
// without git and Undetermined otherwise (no repository, no commit, a repository
// of another user), with git's own words in VCSWhy; Dirty then means nothing,
// and Revision is set only when git still could tell it.
//
// Untracked files count as changes unless they are ignored: a new _test.go file
// is compiled into the benchmark like any other. Changes count in the whole
// repository, because packages elsewhere in it may be dependencies.
func Describe(ctx context.Context, dir string) record.Source {
	var s record.Source
	revision, err := git(ctx, dir, "rev-parse", "--verify", "HEAD^{commit}")
	if err == nil {
		s.Revision = strings.TrimSpace(revision)
		var status string
		status, err = git(ctx, dir, "status", "--porcelain", "--untracked-files=normal")
		s.Dirty = status != ""
	}
	switch {
	case err == nil:
		s.VCSStatus = record.Measured
	case errors.Is(err, exec.ErrNotFound):
		s.VCSStatus, s.VCSWhy = record.Unsupported, "git is not installed or not in PATH"
	default:
		s.VCSStatus, s.VCSWhy = record.Undetermined, err.Error()
	}
	return s
}

// git runs a command that only reads and returns its standard output.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	// The file system monitor is a daemon or a hook that the repository names:
	// neither may start because of a look at the revision.
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = environment(os.Environ())
	cmd.WaitDelay = time.Second // for a child of git that keeps the output open
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if err == nil {
		return stdout.String(), nil
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if said, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); said != "" {
		return "", fmt.Errorf("git %s: %s (%w)", args[0], said, err)
	}
	return "", fmt.Errorf("git %s: %w", args[0], err)
}

// environment lets git find the repository from the directory alone, also when
// tare runs in a git hook, whose variables name another one; keeps status from
// taking index.lock to save refreshed times, which could fail the user's own
// command at the same moment; and has messages in English, the language of tare.
func environment(env []string) []string {
	env = slices.DeleteFunc(env, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return name == "GIT_DIR" || name == "GIT_WORK_TREE" || name == "GIT_INDEX_FILE"
	})
	return append(env, "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
}
