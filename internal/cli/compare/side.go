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

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/git"
	"tare/internal/host/input"
	"tare/internal/read/elffile"
)

// kind is what sort of thing a side is.
type kind string

const (
	sideRevision  kind = "a git revision"
	sideDirectory kind = "a directory"
	sideBinary    kind = "a test binary"
	sideResults   kind = "a file of results"
	sideStored    kind = "a stored run"
)

// measured reports whether there are results already.
func (k kind) measured() bool { return k == sideResults || k == sideStored }

// side is where the code of a variant comes from, or its results.
type side struct {
	arg  string // as the user named it
	kind kind
	at   string // commit of a revision; absolute path; what names a stored run
}

const sideHint = "a side is a git revision, a directory such as . or ./name, a test binary (go test -c), a file of results in the Go benchmark format, or @ID of a stored run"

// parseSide says what arg is to a user in the directory cwd. What is wrong with
// it is a usage error.
func parseSide(ctx context.Context, arg, cwd string) (side, error) {
	if arg == "" {
		return side{}, exit.Errorf(exit.Usage, sideHint, "a side without a name")
	}
	if id, ok := storedID(arg); ok {
		return side{arg, sideStored, id}, nil
	}
	path := arg
	if !filepath.IsAbs(arg) {
		path = filepath.Join(cwd, arg)
	}
	info, missing := os.Stat(path)
	if isPath(arg) {
		if missing != nil {
			return side{}, exit.Errorf(exit.Usage, sideHint, "%s: no such file or directory", arg)
		}
		return sideAt(arg, path, info)
	}
	commit, unknown := git.Resolve(ctx, cwd, arg)
	switch {
	case ctx.Err() != nil:
		return side{}, bench.ErrInterrupted
	case missing == nil && unknown == nil:
		return side{}, exit.Errorf(exit.Usage, fmt.Sprintf("write ./%s for the path, and %s^0 or refs/heads/%s for the revision", arg, arg, arg),
			"%s is both a path and a git revision", arg)
	case missing == nil:
		return sideAt(arg, path, info)
	case unknown == nil:
		return side{arg, sideRevision, commit}, nil
	}
	hint := sideHint
	if errors.Is(unknown, exec.ErrNotFound) {
		hint = "install git to compare revisions, or compare directories"
	}
	if shallow, err := git.Run(ctx, cwd, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
		hint = "this clone is shallow: `git fetch --unshallow` brings older revisions"
	}
	return side{}, exit.Errorf(exit.Usage, hint, "%s is no side: there is no such path, and %w", arg, unknown)
}

// storedID returns what follows the @ of a stored run. Git's own @, @{u} and @~1
// are revisions.
func storedID(arg string) (string, bool) {
	id, ok := strings.CutPrefix(arg, "@")
	return id, ok && id != "" && (unicode.IsLetter(rune(id[0])) || unicode.IsDigit(rune(id[0])))
}

// isPath reports whether arg can only be a path, to git as well.
func isPath(arg string) bool {
	slashed := filepath.ToSlash(arg)
	return arg == "." || arg == ".." || strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") || filepath.IsAbs(arg)
}

// sideAt tells what lies at a path.
func sideAt(arg, path string, info fs.FileInfo) (side, error) {
	switch {
	case info.IsDir():
		return side{arg, sideDirectory, path}, nil
	case !info.Mode().IsRegular(): // a pipe, which can be read only once
		return side{arg, sideResults, path}, nil
	}
	program, err := buildInfo(path)
	switch {
	case errors.Is(err, elffile.ErrRefused):
		return side{}, exit.Errorf(exit.Usage, "build the test binary again (go test -c)", "%w", err)
	case err == nil && strings.HasSuffix(program.Path, ".test"):
		return side{arg, sideBinary, path}, nil
	case err == nil:
		return side{}, exit.Errorf(exit.Usage, sideHint, "%s is a Go program, but no test binary", arg)
	case isText(path):
		return side{arg, sideResults, path}, nil
	}
	return side{}, exit.Errorf(exit.Usage, sideHint, "%s is neither a Go test binary nor text: %w", arg, err)
}

// buildInfo reads what a program says of its build.
func buildInfo(path string) (*debug.BuildInfo, error) {
	f, err := input.Regular(path)
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
	f, err := input.Regular(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 512))
	wide := bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff})
	return err == nil && (wide || !bytes.Contains(head, []byte{0}))
}

// splitArguments tells sides from package patterns: OLD [NEW] [packages]. One side
// alone is compared with the working tree, which implied says.
func splitArguments(args []string) (old, next string, patterns []string, implied bool, err error) {
	isPattern := func(s string) bool { return strings.Contains(s, "...") }
	switch {
	case len(args) == 0:
		err = exit.Errorf(exit.Usage, sideHint, "nothing to compare: name a side, to compare it with the working tree, or two")
	case isPattern(args[0]):
		err = exit.Errorf(exit.Usage, fmt.Sprintf("name a side first: tare compare HEAD %s", args[0]), "%s names packages, not a side", args[0])
	case len(args) == 1 || isPattern(args[1]):
		old, next, patterns, implied = args[0], ".", args[1:], true
	default:
		old, next, patterns = args[0], args[1], args[2:]
	}
	return old, next, patterns, implied, err
}
