package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Package is one that has benchmarks, or that could not be loaded.
type Package struct {
	ImportPath string
	Dir        string
	Err        string // why it could not be loaded; empty when it was
}

// benchmarkFunc finds benchmarks in a test file's text. A package without any
// is not worth building.
var benchmarkFunc = regexp.MustCompile(`(?m)^func[ \t]+Benchmark`)

// Packages resolves patterns, as `go list` understands them with the
// toolchain's build flags. Packages without a benchmark in their test files are left out;
// tested is how many there were with test files of any kind.
func (t *Toolchain) Packages(ctx context.Context, patterns []string) (found []Package, tested int, err error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,Error"}, t.opts.Flags...)
	args = append(append(args, "--"), patterns...)
	out, err := t.output(ctx, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("listing packages: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			ImportPath, Dir           string
			TestGoFiles, XTestGoFiles []string
			Error                     *struct{ Err string }
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return found, tested, nil
		} else if err != nil {
			return nil, 0, fmt.Errorf("reading go list's answer: %w", err)
		}
		files := append(p.TestGoFiles, p.XTestGoFiles...)
		if p.Error != nil && len(files) == 0 {
			found = append(found, Package{p.ImportPath, p.Dir, strings.TrimSpace(p.Error.Err)})
			continue
		}
		if len(files) > 0 {
			tested++
		}
		if hasBenchmark(p.Dir, files) {
			found = append(found, Package{ImportPath: p.ImportPath, Dir: p.Dir})
		}
	}
}

// hasBenchmark reports whether a benchmark is declared in one of the files; a
// file that cannot be read counts, so that the build says what is wrong.
func hasBenchmark(dir string, files []string) bool {
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || benchmarkFunc.Match(text) {
			return true
		}
	}
	return false
}
