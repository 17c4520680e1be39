// Package git runs git, says which revision of the source is measured, and checks out
// others beside the user's own files.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"tare/internal/host/invoker"
	"tare/internal/host/proc"
	"tare/internal/record"
)

// Run runs a git command in dir and returns its standard output. No hook of the
// repository runs and nobody is asked for a password. The error holds git's own
// words, in English; it is an exec.ErrNotFound without git.
func Run(ctx context.Context, dir string, args ...string) (string, error) {
	if _, err := os.Stat(dir); err != nil { // the system would say that git is not there
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	// The file system monitor is a daemon or a hook that the repository names:
	// neither may start because tare has a look.
	quiet := []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	cmd := exec.CommandContext(ctx, "git", append(quiet, args...)...)
	cmd.Dir = dir
	invoker.Lower(cmd)
	cmd.Env = environment(os.Environ())
	defer proc.AsGroup(cmd)() // git tidies up
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if err == nil {
		return stdout.String(), nil
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if said := complaint(stderr.String()); said != "" {
		return "", fmt.Errorf("git %s: %s (%w)", args[0], said, err)
	}
	return "", fmt.Errorf("git %s: %w", args[0], err)
}

// complaint picks the line that says what is wrong: git reports progress in the
// same place.
func complaint(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "fatal: ") || strings.HasPrefix(line, "error: ") {
			return line
		}
	}
	return lines[0]
}

// located are the variables by which git finds a repository and its parts. A git
// hook has them, and they name another repository there; see `git rev-parse
// --local-env-vars`. The configuration among those stays.
var located = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_NAMESPACE"}

// environment lets git find the repository from the directory alone; keeps
// status from taking index.lock to save refreshed times, which could fail the
// user's own command at the same moment; has ssh ask nobody, who would not be heard: a group
// of processes of its own does not have the terminal; and has messages in English, the
// language of tare.
func environment(env []string) []string {
	env = slices.DeleteFunc(env, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(located, name)
	})
	return append(env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "SSH_ASKPASS_REQUIRE=force", "LC_ALL=C")
}

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
	revision, err := Run(ctx, dir, "rev-parse", "--verify", "HEAD^{commit}")
	if err == nil {
		s.Revision = strings.TrimSpace(revision)
		var status string
		status, err = Run(ctx, dir, "status", "--porcelain", "--untracked-files=normal")
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
