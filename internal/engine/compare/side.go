package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/host/git"
	"tare/internal/read/elffile"
)

// Kind is what sort of thing a side is.
type Kind string

// The kinds, as messages name them.
const (
	Revision  Kind = "a git revision"
	Directory Kind = "a directory"
	Binary    Kind = "a test binary"
	Results   Kind = "a file of results"
	Stored    Kind = "a stored run"
)

// Measured reports whether there are results already.
func (k Kind) Measured() bool { return k == Results || k == Stored }

// Side is where the code of a variant comes from, or its results.
type Side struct {
	Kind Kind
	At   string // commit of a revision; absolute path; what names a stored run, with the @
}

// SideHint says what can be a side.
const SideHint = "a side is a git revision, a directory such as . or ./name, a test binary (go test -c), a file of results in the Go benchmark format, or @latest, @ID or @NAME of a stored run"

// findSide says what arg is to a user in the directory cwd. What is wrong with it is a
// usage error.
func findSide(ctx context.Context, arg, cwd string) (Side, error) {
	if arg == "" {
		return Side{}, exit.Errorf(exit.Usage, SideHint, "the name of a side is empty")
	}
	if IsStored(arg) {
		return Side{Stored, arg}, nil
	}
	path := arg
	if !filepath.IsAbs(arg) {
		path = filepath.Join(cwd, arg)
	}
	info, missing := os.Stat(path)
	if isPath(arg) {
		if missing != nil {
			return Side{}, exit.Errorf(exit.Usage, SideHint, "%s: no such file or directory", arg)
		}
		return sideAt(arg, path, info)
	}
	commit, unknown := git.Resolve(ctx, cwd, arg)
	switch {
	case ctx.Err() != nil:
		return Side{}, bench.ErrInterrupted
	case missing == nil && unknown == nil:
		return Side{}, exit.Errorf(exit.Usage, fmt.Sprintf("write ./%s for the path, and %s^0 or refs/heads/%s for the revision", arg, arg, arg),
			"%s is both a path and a git revision", arg)
	case missing == nil:
		return sideAt(arg, path, info)
	case unknown == nil:
		return Side{Revision, commit}, nil
	}
	hint := SideHint
	if errors.Is(unknown, exec.ErrNotFound) {
		hint = "install git to compare revisions, or compare directories"
	}
	if shallow, err := git.Run(ctx, cwd, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
		hint = "this clone is shallow: `git fetch --unshallow` brings older revisions"
	}
	return Side{}, exit.Errorf(exit.Usage, hint, "%s is neither a path nor a git revision: %w", arg, unknown)
}

// pinned finds the commit that a revision stood for in an earlier session. That it is
// not there any more is a usage error.
func pinned(ctx context.Context, revision, commit, cwd string) (Side, error) {
	at, err := git.Resolve(ctx, cwd, commit)
	if err != nil {
		return Side{}, exit.Errorf(exit.Usage, "fetch it", "%s was %s: %w", revision, commit, err)
	}
	return Side{Revision, at}, nil
}

// IsStored reports whether arg names a stored run. Git's own @, @{u} and @~1 are revisions.
func IsStored(arg string) bool {
	id, ok := strings.CutPrefix(arg, "@")
	first, _ := utf8.DecodeRuneInString(id)
	return ok && (unicode.IsLetter(first) || unicode.IsDigit(first))
}

// isPath reports whether arg can only be a path, to git as well.
func isPath(arg string) bool {
	slashed := filepath.ToSlash(arg)
	return arg == "." || arg == ".." || strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") || filepath.IsAbs(arg)
}

// sideAt tells what lies at a path.
func sideAt(arg, path string, info fs.FileInfo) (Side, error) {
	switch {
	case info.IsDir():
		return Side{Directory, path}, nil
	case !info.Mode().IsRegular(): // a pipe, which can be read only once
		return Side{Results, path}, nil
	}
	program, err := buildInfo(path)
	switch {
	case errors.Is(err, elffile.ErrRefused):
		return Side{}, exit.Errorf(exit.Usage, "build the test binary again (go test -c)", "%w", err)
	case err == nil && strings.HasSuffix(program.Path, ".test"):
		return Side{Binary, path}, nil
	case err == nil:
		return Side{}, exit.Errorf(exit.Usage, SideHint, "%s is a Go program, but not a test binary", arg)
	case isText(path):
		return Side{Results, path}, nil
	}
	return Side{}, exit.Errorf(exit.Usage, SideHint, "%s is neither a Go test binary nor text: %w", arg, err)
}

// buildInfo reads what a program says of its build.
func buildInfo(path string) (*debug.BuildInfo, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return elffile.BuildInfo(f, path, info.Size())
}

// isText reports whether the beginning of a file looks like text, in UTF-16 too:
// the reader of results says what is wrong with that.
func isText(path string) bool {
	f, err := files.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 512))
	wide := bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff})
	return err == nil && (wide || !bytes.Contains(head, []byte{0}))
}
