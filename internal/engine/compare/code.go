package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/host/git"
	"tare/internal/measure/build"
	"tare/internal/record"
)

// code is what variants share that differ in the conditions of a run alone.
type code struct {
	id       string // the same for the same source that is built in the same way
	source   record.Source
	chain    *build.Toolchain // nil when the binary was given
	given    string           // path of that binary
	dir      string           // where packages are looked for, and where a given binary runs
	env      []string         // for the binaries
	packages []build.Package  // once built, those that could be
	binaries map[string][]build.Binary
}

// code returns the variant's code and whether it is new.
func (w *workshop) code(ctx context.Context, v Variant) (c *code, fresh bool, err error) {
	id := fmt.Sprintf("%q", slices.Concat([]string{string(v.From.Kind), v.From.At, v.Toolchain}, v.Flags, v.BuildEnv))
	if i := slices.IndexFunc(w.codes, func(c *code) bool { return c.id == id }); i >= 0 {
		return w.codes[i], false, nil
	}
	c = &code{id: id, dir: w.cwd}
	w.codes = append(w.codes, c)
	switch v.From.Kind {
	case Binary:
		return c, true, c.describe(v.From.At)
	case Directory:
		c.dir = v.From.At
		c.source = git.Describe(ctx, c.dir)
	case Revision:
		if c.dir, err = w.checkOut(ctx, v); err != nil {
			return nil, false, err
		}
		c.source = record.Source{Revision: v.From.At, VCSStatus: record.Measured}
	}
	return c, true, w.load(ctx, c, v)
}

// checkOut returns the directory in a checkout of the revision that corresponds to
// the user's.
func (w *workshop) checkOut(ctx context.Context, v Variant) (string, error) {
	for _, t := range w.trees {
		if t.Commit == v.From.At {
			return t.Dir, nil
		}
	}
	w.stage("checking out " + v.Side)
	t, err := git.CheckOut(ctx, w.cwd, v.From.At, filepath.Join(w.work, fmt.Sprintf("tree%02d", len(w.trees))))
	if err != nil {
		return "", err
	}
	w.trees = append(w.trees, t)
	if t.Submodules != nil {
		w.findings = append(w.findings, record.Finding{ID: "submodules", Severity: record.Warning,
			What:     fmt.Sprintf("Submodules of %s could not be checked out: packages that need them do not build, or lack data.", v.Side),
			Evidence: t.Submodules.Error(), Fix: "Make the repositories of the submodules reachable, or compare directories."})
	}
	return t.Dir, nil
}

// load finds the toolchain and the packages of c.
func (w *workshop) load(ctx context.Context, c *code, v Variant) error {
	opts := build.Options{Flags: v.Flags, Env: v.BuildEnv, Temp: w.work}
	if v.Toolchain != "" {
		opts.Env = append(opts.Env, "GOTOOLCHAIN="+v.Toolchain)
	}
	var err error
	if c.chain, err = build.Open(ctx, c.dir, w.cache, opts); err != nil {
		return exit.Errorf(exit.Broken, "tare needs the go command in PATH, and that command the toolchain", "%w", err)
	}
	if w.plain {
		c.chain.HookErr = errors.New("another side is a test binary that was built without tare")
	}
	c.env, c.source.Module, c.source.GoVersion = c.chain.Env(), c.chain.Module, c.chain.Version
	found, tested, err := c.chain.Packages(ctx, w.patterns)
	if err != nil {
		return exit.Errorf(exit.Broken, "a side is a Go module or lies in one; check the patterns there with `go list`", "%w", err)
	}
	if len(found) == 0 {
		return exit.Errorf(exit.Broken, "a benchmark is func BenchmarkXxx(b *testing.B) in a file that ends in _test.go; name packages as for go test, such as ./...",
			"no benchmarks in %q: %d packages there have tests", w.patterns, tested)
	}
	c.packages = found
	return nil
}

// describe reads what the test binary that the user built says of itself.
func (c *code) describe(path string) error {
	info, err := buildInfo(path)
	if err != nil {
		return fmt.Errorf("reading the test binary: %w", err)
	}
	c.given = path
	c.env = slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "PWD=") }) // each process has its own
	c.source = record.Source{Module: info.Main.Path, GoVersion: info.GoVersion, VCSWhy: "a test binary does not say what it was built from"}
	name := strings.TrimSuffix(info.Path, ".test")
	c.packages = []build.Package{{ImportPath: name, Key: build.Key(info.Main.Path, name), Dir: c.dir}}
	return nil
}
