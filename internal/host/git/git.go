// Package git runs git, says which revision of the source is measured, and checks out
// others beside the user's own files.
package git

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"tare/internal/host/invoker"
	"tare/internal/host/proc"
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
