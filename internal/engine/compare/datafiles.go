package compare

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tare/internal/host/files"
)

// mostFiles bounds how many files of a module are looked at.
const mostFiles = 50_000

var errTooMany = errors.New("too many files")

// sameData reports whether two folders with the same package give its benchmarks
// the same files to read: all that are in both modules and no source code, and
// those in folders for tests, which have to be in both.
func sameData(old, next string) bool {
	if old == next {
		return true
	}
	oldRoot, nextRoot := moduleRoot(old), moduleRoot(next)
	before, err := dataFiles(oldRoot)
	if err != nil {
		return false
	}
	after, err := dataFiles(nextRoot)
	if err != nil {
		return false
	}
	for name := range before {
		if !after[name] && isInput(name) || after[name] && !sameFile(filepath.Join(oldRoot, name), filepath.Join(nextRoot, name)) {
			return false
		}
	}
	for name := range after {
		if !before[name] && isInput(name) {
			return false
		}
	}
	return true
}

// moduleRoot is the innermost folder around dir with a go.mod, dir itself when
// there is none.
func moduleRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if filepath.Dir(at) == at {
			return dir
		}
	}
}

// dataFiles returns the files below a folder that benchmarks may read, relative to
// it. Source code is in the program, unless it is the input of a test.
func dataFiles(root string) (map[string]bool, error) {
	found := map[string]bool{}
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if seen++; seen > mostFiles {
			return errTooMany
		}
		if path != root && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.Type().IsRegular() && !isSource(name) {
			found[name] = true
		}
		return nil
	})
	return found, err
}

// isSource reports whether the go command alone reads a file.
func isSource(name string) bool {
	if isInput(name) {
		return false
	}
	switch base := filepath.Base(name); base {
	case "go.mod", "go.sum", "go.work", "go.work.sum":
		return true
	default:
		return slices.Contains([]string{".go", ".s"}, filepath.Ext(base)) || strings.HasPrefix(base, "README") || strings.HasPrefix(base, "CHANGELOG") || strings.HasPrefix(base, "LICENSE")
	}
}

// isInput reports whether tests look for whatever files there are where this one
// is. Elsewhere one that only one side has is not read by both.
func isInput(name string) bool { return slices.Contains(parts(name), "testdata") }

func parts(name string) []string { return strings.Split(filepath.ToSlash(name), "/") }

func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, err1 := files.Open(a)
	y, err2 := files.Open(b)
	if err1 == nil {
		defer x.Close()
	}
	if err2 == nil {
		defer y.Close()
	}
	return err1 == nil && err2 == nil && sameContent(x, y)
}

// sameContent compares two files by pieces: neither need fit into memory.
func sameContent(a, b *os.File) bool {
	x, y := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err1 := io.ReadFull(a, x)
		m, err2 := io.ReadFull(b, y)
		if !bytes.Equal(x[:n], y[:m]) || err1 != err2 {
			return false
		}
		if err1 != nil {
			return errors.Is(err1, io.EOF) || errors.Is(err1, io.ErrUnexpectedEOF)
		}
	}
}
