package build

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// Binary is a test binary.
type Binary struct {
	Package Package
	Path    string
	Hooked  bool
	HookErr error // why it is not hooked
}

// Test builds p's test binary at path. When only the hooked build fails, the
// binary is built without the hook and HookErr says why. The error is a
// *CommandError with the compiler's output.
func (t *Toolchain) Test(ctx context.Context, p Package, path string) (Binary, error) {
	b := Binary{Package: p, Path: path, HookErr: t.HookErr}
	args := append([]string{"test", "-c", "-vet=off", "-o", path}, t.opts.Flags...)
	if t.HookErr == nil {
		_, err := t.output(ctx, append(args, "-overlay="+t.overlay, p.ImportPath)...)
		if err == nil {
			b.Hooked = true
			return b, nil
		}
		if ctx.Err() != nil {
			return b, err
		}
		b.HookErr = err
	}
	_, err := t.output(ctx, append(args, p.ImportPath)...)
	return b, err
}

// Env is the environment in which `go test` runs a test binary: the caller's,
// with the toolchain's GOROOT and its bin folder first in PATH.
func (t *Toolchain) Env() []string {
	var env []string
	path := os.Getenv("PATH")
	for _, kv := range os.Environ() {
		if key, _, _ := strings.Cut(kv, "="); key != "PATH" && key != "GOROOT" && key != "PWD" {
			env = append(env, kv)
		}
	}
	return append(env, "GOROOT="+t.GOROOT,
		"PATH="+filepath.Join(t.GOROOT, "bin")+string(filepath.ListSeparator)+path)
}
