package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/record"
)

// Load finds the toolchain of the current directory and the packages that have
// benchmarks. The cache is what Cache returned.
func Load(ctx context.Context, cache string, o build.Options, patterns []string) (*build.Toolchain, []build.Package, error) {
	chain, packages, err := load(ctx, cache, o, patterns)
	if ctx.Err() != nil {
		return nil, nil, ErrInterrupted
	}
	return chain, packages, err
}

func load(ctx context.Context, cache string, o build.Options, patterns []string) (*build.Toolchain, []build.Package, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	chain, err := build.Open(ctx, dir, cache, o)
	if err != nil {
		return nil, nil, exit.Errorf(exit.Broken, "tare needs the go command in PATH", "%w", err)
	}
	packages, tested, err := chain.Packages(ctx, patterns)
	switch {
	case err != nil && chain.Module == "":
		return nil, nil, exit.Errorf(exit.Broken, "change to the folder of one, or make one with `go mod init`", "%s is not inside a Go module: %w", dir, err)
	case err != nil:
		return nil, nil, exit.Errorf(exit.Broken, "check the patterns with `go list`", "%w", err)
	}
	if err := loaded(ctx, chain, packages); err != nil {
		return nil, nil, err
	}
	if len(packages) == 0 {
		return nil, nil, exit.Errorf(exit.Broken, "a benchmark is func BenchmarkXxx(b *testing.B) in a file that ends in _test.go; name packages as for go test, such as ./...",
			"no benchmarks in %q: %d packages there have tests", patterns, tested)
	}
	return chain, packages, nil
}

// loaded returns an error when nothing of what was named could be loaded: then that is
// all there is to say.
func loaded(ctx context.Context, chain *build.Toolchain, packages []build.Package) error {
	if len(packages) == 0 || slices.ContainsFunc(packages, func(p build.Package) bool { return p.Err == "" }) {
		return nil
	}
	hint := "check the patterns with `go list`; those below this folder are ./..."
	if modules := chain.Below(ctx); len(modules) > 0 {
		hint = "this is the root of a workspace: name packages of its modules, such as " + strings.Join(modules, "/... ") + "/..."
	}
	var all []string
	for _, p := range packages {
		all = append(all, p.ImportPath+": "+p.Err)
	}
	return exit.Errorf(exit.Broken, hint, "no package could be loaded: %s", strings.Join(all, "; "))
}

// Build builds the test binaries of packages in the folder temp, and finds those that could
// not be hooked where the toolchain can. What does not build is told to fail; when ctx ends
// there are none.
func Build(ctx context.Context, chain *build.Toolchain, packages []build.Package, temp string, stage func(string), fail func(record.Failure)) (binaries []build.Binary, found []record.Finding) {
	for i, p := range packages {
		if ctx.Err() != nil {
			return nil, found
		}
		if p.Err != "" {
			fail(build.Failure(p, nil))
			continue
		}
		stage(fmt.Sprintf("building %s (%d of %d)", p.ImportPath, i+1, len(packages)))
		b, err := chain.Test(ctx, p, filepath.Join(temp, strconv.Itoa(i)+".test"))
		if err != nil {
			if ctx.Err() == nil {
				fail(build.Failure(p, err))
			}
			continue
		}
		if !b.Hooked && chain.HookErr == nil {
			found = append(found, build.Unhooked(p.ImportPath, b.HookErr))
		}
		binaries = append(binaries, b)
	}
	return binaries, found
}
