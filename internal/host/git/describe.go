package git

import (
	"context"
	"errors"
	"os/exec"
	"strings"

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
