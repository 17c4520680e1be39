package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"tare/internal/host/files"
)

// Package is one that has benchmarks, or that could not be loaded.
type Package struct {
	ImportPath string
	// Key names the package within its module or workspace, whatever that is
	// called: the import path below the main module's, "." for that itself. The
	// import path is its own key where that would be ambiguous.
	Key string
	Dir string
	Err string // why it could not be loaded; empty when it was
}

// Below returns the folders of the workspace's modules when the toolchain's folder is
// above all of them: "./a". It is nil elsewhere.
func (t *Toolchain) Below(ctx context.Context) []string {
	if t.Work == "" {
		return nil
	}
	out, err := t.output(ctx, "list", "-m", "-f={{.Dir}}")
	if err != nil {
		return nil
	}
	var below []string
	for dir := range strings.Lines(string(out)) {
		rel, err := filepath.Rel(t.dir, strings.TrimSpace(dir))
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			return nil
		}
		below = append(below, "./"+filepath.ToSlash(rel))
	}
	return below
}

// benchmarkFunc finds benchmarks in a test file's text. A package without any
// is not worth building.
var benchmarkFunc = regexp.MustCompile(`(?m)^func[ \t]+Benchmark`)

// Packages resolves patterns, as `go list` understands them with the
// toolchain's build flags. Packages without a benchmark in their test files are left out;
// tested is how many there were with test files of any kind.
func (t *Toolchain) Packages(ctx context.Context, patterns []string) (found []Package, tested int, err error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Dir,Module,TestGoFiles,XTestGoFiles,Error"}, t.opts.Flags...)
	args = append(append(args, "--"), patterns...)
	out, err := t.output(ctx, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("listing packages: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return unambiguous(found), tested, nil
		} else if err != nil {
			return nil, 0, fmt.Errorf("reading go list's answer: %w", err)
		}
		this := Package{ImportPath: p.ImportPath, Key: p.key(), Dir: p.Dir}
		files := append(p.TestGoFiles, p.XTestGoFiles...)
		if p.Error != nil && len(files) == 0 {
			this.Err = strings.TrimSpace(p.Error.Err)
			found = append(found, this)
			continue
		}
		if len(files) > 0 {
			tested++
		}
		if hasBenchmark(p.Dir, files) {
			found = append(found, this)
		}
	}
}

// listed is a package as `go list -json` describes it.
type listed struct {
	ImportPath, Dir           string
	TestGoFiles, XTestGoFiles []string
	Module                    *struct {
		Path string
		Main bool
	}
	Error *struct{ Err string }
}

func (p listed) key() string {
	if p.Module == nil || !p.Module.Main {
		return p.ImportPath
	}
	return Key(p.Module.Path, p.ImportPath)
}

// Key returns the key of a package of the main module; see [Package].
func Key(module, importPath string) string {
	if importPath == module {
		return "."
	}
	return strings.TrimPrefix(importPath, module+"/")
}

// unambiguous gives packages with the same key, which are of several modules of a
// workspace, their import paths for keys.
func unambiguous(found []Package) []Package {
	count := map[string]int{}
	for _, p := range found {
		count[p.Key]++
	}
	for i, p := range found {
		if count[p.Key] > 1 {
			found[i].Key = p.ImportPath
		}
	}
	return found
}

// hasBenchmark reports whether a benchmark is declared in one of the files; a
// file that cannot be read counts, so that the build says what is wrong.
func hasBenchmark(dir string, names []string) bool {
	for _, name := range names {
		text, err := files.Read(filepath.Join(dir, name))
		if err != nil || benchmarkFunc.Match(text) {
			return true
		}
	}
	return false
}
