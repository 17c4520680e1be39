package bench

import (
	"context"
	"os"

	"tare/internal/engine/exit"
	"tare/internal/measure/build"
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
	if err != nil {
		return nil, nil, exit.Errorf(exit.Broken, "run tare inside a Go module, and check the patterns with `go list`", "%w", err)
	}
	if len(packages) == 0 {
		return nil, nil, exit.Errorf(exit.Broken, "a benchmark is func BenchmarkXxx(b *testing.B) in a file that ends in _test.go; name packages as for go test, such as ./...",
			"no benchmarks in %q: %d packages there have tests", patterns, tested)
	}
	return chain, packages, nil
}
