package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tare/internal/record"
)

// Binary is a test binary.
type Binary struct {
	Package Package
	Path    string
	Hooked  bool
	HookErr error // why it is not hooked
	// Args are the arguments of a program that prints benchmark lines by itself: Path is
	// then no test binary. Nil for test binaries.
	Args []string
}

// Test builds p's test binary at path, with further flags for the linker. When
// only the hooked build fails, the binary is built without the hook and HookErr
// says why. The error is a *CommandError with the compiler's output.
func (t *Toolchain) Test(ctx context.Context, p Package, path string, linker ...string) (Binary, error) {
	b := Binary{Package: p, Path: path, HookErr: t.HookErr}
	flags, err := t.linked(linker)
	if err != nil {
		return b, err
	}
	args := append([]string{"test", "-c", "-vet=off", "-o", path}, flags...)
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
	_, err = t.output(ctx, append(args, p.ImportPath)...)
	return b, err
}

// Program builds the main package p at path. The error is a *CommandError with the
// compiler's output.
func (t *Toolchain) Program(ctx context.Context, p Package, path string) error {
	args := append([]string{"build", "-o", path}, t.opts.Flags...)
	_, err := t.output(ctx, append(args, p.ImportPath)...)
	return err
}

// linked returns the build flags with further ones for the linker. Of several
// -ldflags the go command takes the last that is meant for the package, so they
// are added to each of the user's, which may have a pattern in front, and stand
// alone before those.
func (t *Toolchain) linked(linker []string) ([]string, error) {
	if len(linker) == 0 {
		return t.opts.Flags, nil
	}
	given := func(f string) bool { return strings.HasPrefix(f, "-ldflags=") }
	if t.linking && !slices.ContainsFunc(t.opts.Flags, given) {
		return nil, errors.New("GOFLAGS has -ldflags, to which nothing can be added: use the flag -ldflags instead")
	}
	more := strings.Join(linker, " ")
	flags := []string{"-ldflags=" + more}
	for _, f := range t.opts.Flags {
		if given(f) {
			f += " " + more
		}
		flags = append(flags, f)
	}
	return flags, nil
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

// Failure describes a package whose test binary could not be built, or that could
// not be loaded when err is nil.
func Failure(p Package, err error) record.Failure {
	f := record.Failure{Package: p.ImportPath, Stage: "load", Outcome: record.Failed, Message: p.Err}
	if err != nil {
		f.Stage, f.Message = "build", err.Error()
	}
	if e := (*CommandError)(nil); errors.As(err, &e) {
		f.Message, f.Output = "the test does not build", e.Output
	}
	return f
}

// Unhooked says what it means that the test binaries of what have no hook.
func Unhooked(what string, why error) record.Finding {
	return record.Finding{ID: "no-hook", Severity: record.Serious,
		What:     fmt.Sprintf("%s: package testing could not be hooked; readings cover whole processes, start-up included, and net is not known", what),
		Evidence: why.Error(),
		Fix:      "use a Go version that this tare knows (1.24 to 1.27), or a newer tare"}
}
