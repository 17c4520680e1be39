// Package build turns package patterns into test binaries with tare's hook in
// package testing.
package build

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tare/internal/host/invoker"
	"tare/internal/host/private"
	"tare/internal/host/proc"
	"tare/internal/measure/hook"
)

// Toolchain is the Go that builds the test binaries.
type Toolchain struct {
	Version string // "go1.26.8"
	GOROOT  string // where it is installed
	Module  string // path of the main module, of a workspace's first one; empty outside a module
	Work    string // go.work file of the workspace; empty outside of any
	overlay string // JSON file for -overlay; empty when HookErr says why not
	command string // the go command to build with
	env     []string
	dir     string
	opts    Options
	linking bool   // GOFLAGS has flags for the linker
	temp    string // for the go command's temporary files; empty for where it puts them by itself

	// HookErr says why the hook cannot be compiled into this toolchain's
	// package testing; nil when it can.
	HookErr error
}

// Options say how to build.
type Options struct {
	Flags  []string // build flags, for everything that the toolchain is asked for
	Env    []string // KEY=VALUE for the go command, on top of the caller's environment
	Assist bool     // the hook reads the time in GC assists, too; see hook.Overlay

	// Temp is a folder that the caller removes, for what the go command leaves when it is
	// interrupted. A GOTMPDIR of the user's comes before it; empty for the system's place.
	Temp string
}

// Open finds the toolchain that the go command picks in dir and prepares the
// hook for it in a folder below cache, which is made when it is missing.
func Open(ctx context.Context, dir, cache string, opts Options) (*Toolchain, error) {
	t := &Toolchain{command: "go", env: append(os.Environ(), opts.Env...), dir: dir, opts: opts}
	out, err := t.output(ctx, "env", "-json", "GOROOT", "GOVERSION", "GOMODCACHE", "GOFLAGS", "GOTMPDIR", "GOWORK")
	if err != nil {
		return nil, fmt.Errorf("asking the go command about itself: %w", err)
	}
	var env struct{ GOROOT, GOVERSION, GOMODCACHE, GOFLAGS, GOTMPDIR, GOWORK string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("reading go env: %w", err)
	}
	t.Version, t.GOROOT = env.GOVERSION, env.GOROOT
	if env.GOTMPDIR == "" {
		t.temp = opts.Temp
	}
	t.linking = strings.Contains(env.GOFLAGS, "-ldflags")
	if env.GOWORK != "off" {
		t.Work = env.GOWORK
	}
	if out, err := t.output(ctx, "list", "-m"); err == nil {
		t.Module, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	}
	if t.Module == outside {
		t.Module = ""
	}
	if strings.Contains(env.GOFLAGS, "-overlay") {
		t.HookErr = fmt.Errorf("GOFLAGS has an -overlay of its own")
		return t, nil
	}
	t.HookErr = t.prepare(ctx, cache, env.GOMODCACHE)
	return t, nil
}

// outside is what the go command calls the main module where there is none.
const outside = "command-line-arguments"

// prepare writes the overlay. The go command refuses to overlay files beneath
// GOMODCACHE, where downloaded toolchains live; it compares names, so such a
// toolchain is reached through a symbolic link from elsewhere.
func (t *Toolchain) prepare(ctx context.Context, cache, modcache string) error {
	goroot := t.GOROOT
	if rel, err := filepath.Rel(modcache, goroot); err == nil && filepath.IsLocal(rel) {
		link := filepath.Join(cache, "goroot", t.Version)
		if err := relink(goroot, link); err != nil {
			return fmt.Errorf("linking to the toolchain in the module cache: %w", err)
		}
		goroot = link
	}
	if goroot != t.GOROOT {
		t.command = filepath.Join(goroot, "bin", "go")
		t.env = append(t.env, "GOROOT="+goroot, "GOTOOLCHAIN=local")
	}
	dir := filepath.Join(cache, "overlay", t.Version+"-"+hook.Fingerprint(t.opts.Flags))
	if t.opts.Assist {
		var err error
		t.overlay, err = t.overlayIn(goroot, filepath.Join(dir, "assist"), 0)
		return err
	}
	unpadded, err := t.overlayIn(goroot, filepath.Join(dir, "0"), 0)
	if err != nil {
		return err
	}
	grown, err := t.grown(ctx, unpadded)
	if err != nil {
		return fmt.Errorf("compiling package testing with the hook: %w", err)
	}
	t.overlay, err = t.overlayIn(goroot, filepath.Join(dir, strconv.Itoa(grown)), grown)
	return err
}

func (t *Toolchain) overlayIn(goroot, dir string, grown int) (string, error) {
	if err := private.User().Dir(dir); err != nil {
		return "", err
	}
	return hook.Overlay(goroot, dir, grown, t.opts.Assist)
}

// grown compiles package testing without and with the overlay and returns by how
// many bytes the hook moves the code behind it. On architectures where that
// cannot be told the code stays where it comes to lie.
func (t *Toolchain) grown(ctx context.Context, overlay string) (int, error) {
	plain, err := t.functions(ctx)
	if err != nil {
		return 0, err
	}
	hooked, err := t.functions(ctx, "-overlay="+overlay)
	if err != nil {
		return 0, err
	}
	grown, err := hook.Grown(plain, hooked)
	if err != nil {
		return 0, nil
	}
	return grown, nil
}

// functions lists the symbols of package testing's archive.
func (t *Toolchain) functions(ctx context.Context, flags ...string) ([]byte, error) {
	args := append([]string{"list", "-export", "-f={{.Export}}"}, t.opts.Flags...)
	archive, err := t.output(ctx, append(append(args, flags...), "testing")...)
	if err != nil {
		return nil, err
	}
	return t.output(ctx, "tool", "nm", "-size", strings.TrimSpace(string(archive)))
}

// relink makes link point to target, in one step for those who use it already.
func relink(target, link string) error {
	if err := private.User().Dir(filepath.Dir(link)); err != nil {
		return err
	}
	return private.User().Link(target, link)
}

// output runs the go command and returns its standard output; the error holds
// what it printed on standard error.
func (t *Toolchain) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, t.command, args...)
	defer proc.AsGroup(cmd)()
	cmd.Dir, cmd.Env = t.dir, t.env
	if t.temp != "" {
		cmd.Env = append(slices.Clone(t.env), "GOTMPDIR="+t.temp)
	}
	invoker.Lower(cmd)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return out, &CommandError{"go " + args[0], err, t.withoutTemp(strings.TrimSpace(stderr.String()))}
	}
	return out, nil
}

// withoutTemp is what a command has printed without the folder that is gone when anybody
// reads it.
func (t *Toolchain) withoutTemp(text string) string {
	if t.opts.Temp == "" {
		return text
	}
	return strings.ReplaceAll(text, t.opts.Temp+string(filepath.Separator), "")
}

// CommandError is a failed go command with what it printed.
type CommandError struct {
	Command string
	Err     error
	Output  string
}

// Error implements error.
func (e *CommandError) Error() string {
	if e.Output == "" {
		return fmt.Sprintf("%s: %v", e.Command, e.Err)
	}
	return fmt.Sprintf("%s: %v\n%s", e.Command, e.Err, e.Output)
}

// Unwrap returns the error of the process.
func (e *CommandError) Unwrap() error { return e.Err }
