package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/host/git"
	"tare/internal/host/invoker"
	"tare/internal/measure/build"
	"tare/internal/record"
)

// workshop makes the variants' test binaries. The caller closes it.
type workshop struct {
	cwd      string // the user's
	work     string // folder for checkouts and binaries
	cache    string // see build.Open
	patterns []string
	layouts  int // link orders of every variant; 0 means the linker's own
	seed     uint64
	stage    func(what string)    // is told what is being done
	failed   func(record.Failure) // is told what does not build

	findings []record.Finding
	plain    bool // a test binary was given, so no side gets the hook
	codes    []*code
	trees    []*git.Tree
	folders  int  // made so far
	broken   bool // something did not build
}

// close removes the checkouts, also when ctx has ended.
func (w *workshop) close(ctx context.Context) error {
	var err error
	for _, t := range w.trees {
		err = errors.Join(err, t.Remove(ctx))
	}
	w.trees = nil
	return err
}

// prepare fills in the variants' binaries, environments and sources. A package
// that does not build is a failure of the first variant with that code; an error
// stands in the way of the whole comparison.
func (w *workshop) prepare(ctx context.Context, variants []Variant) error {
	w.plain = slices.ContainsFunc(variants, func(v Variant) bool { return v.From.Kind == Binary })
	for i := range variants {
		v := &variants[i]
		err := w.make(ctx, i, v)
		if ctx.Err() != nil {
			return bench.ErrInterrupted
		}
		if err != nil {
			return fmt.Errorf("%s (%s): %w", v.Name, v.Side, err)
		}
	}
	level(variants)
	w.findings = append(w.findings, workspaces(variants)...)
	w.findings = append(w.findings, samePrograms(variants)...)
	if w.broken {
		return nil // of what is missing because of that, the user was told
	}
	pairUp(variants)
	return checkOverlap(variants)
}

const buildHint = "compare revisions or directories, which tare builds itself"

// make finds the variant's code and makes its binaries, unless another variant has
// the same.
func (w *workshop) make(ctx context.Context, index int, v *Variant) error {
	c, fresh, err := w.code(ctx, *v)
	if err != nil {
		return err
	}
	if c.given != "" && w.layouts > 0 {
		return exit.Errorf(exit.Usage, buildHint, "a test binary cannot be linked again")
	}
	if fresh {
		if c.binaries, err = w.each(ctx, index, c, w.maker(ctx, c)); err != nil {
			return err
		}
		c.packages = slices.DeleteFunc(c.packages, func(p build.Package) bool { return c.binaries[p.Key] == nil })
	}
	v.code, v.binaries, v.Source, v.env = c, c.binaries, c.source, v.Environ(c.env)
	switch v.Role {
	case record.Copy:
		v.binaries, err = w.each(ctx, index, c, func(p build.Package, layout int, path string) (build.Binary, error) {
			b := c.binaries[p.Key][layout]
			original := b.Path
			b.Path = path
			return b, copyFile(original, path)
		})
	case record.Relinked:
		v.binaries, err = w.each(ctx, index, c, func(p build.Package, layout int, path string) (build.Binary, error) {
			return c.chain.Test(ctx, p, path, w.order(w.layouts+layout))
		})
	}
	return err
}

// maker makes the binary of a package in one of the layouts at path.
type maker func(p build.Package, layout int, path string) (build.Binary, error)

// maker returns what makes the binaries of new code, and says where the hook is
// missing. A binary that was given is copied: the user may build anew meanwhile.
func (w *workshop) maker(ctx context.Context, c *code) maker {
	if c.given != "" {
		why := errors.New("it was built without tare")
		f := build.Unhooked(c.given, why)
		f.Fix = buildHint
		w.findings = append(w.findings, f)
		return func(p build.Package, _ int, path string) (build.Binary, error) {
			return build.Binary{Package: p, Path: path, HookErr: why}, copyFile(c.given, path)
		}
	}
	if c.chain.HookErr != nil {
		w.findings = append(w.findings, build.Unhooked("every package", c.chain.HookErr))
	}
	return func(p build.Package, layout int, path string) (build.Binary, error) {
		var link []string
		if w.layouts > 0 {
			link = []string{w.order(layout)}
		}
		b, err := c.chain.Test(ctx, p, path, link...)
		if err == nil && !b.Hooked && c.chain.HookErr == nil && layout == 0 {
			w.findings = append(w.findings, build.Unhooked(p.ImportPath, b.HookErr))
		}
		return b, err
	}
}

// order is the flag for a link order: the same for all variants, different for
// every i. The linker takes zero for its own order.
func (w *workshop) order(i int) string {
	return fmt.Sprintf("-randlayout=%d", (w.seed+uint64(i))%(1<<62)+1)
}

// each makes the binaries of the packages of c, in all layouts, in a fresh folder.
// Paths are as long as those of other variants: they lie on the program's stack.
// Packages that fail are left out.
func (w *workshop) each(ctx context.Context, index int, c *code, make maker) (map[string][]build.Binary, error) {
	folder, err := w.folder()
	if err != nil {
		return nil, err
	}
	made := map[string][]build.Binary{}
	for i, p := range c.packages {
		w.stage(fmt.Sprintf("building %s (%d of %d)", p.ImportPath, i+1, len(c.packages)))
		binaries, err := w.layoutsOf(p, filepath.Join(folder, fmt.Sprintf("%04d", i)), make)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || p.Err != "" {
			w.broken = true
			f := build.Failure(p, err)
			f.Variant = index
			w.failed(f)
			continue
		}
		made[p.Key] = binaries
	}
	return made, nil
}

// folder makes a fresh one for the binaries of some code.
func (w *workshop) folder() (string, error) {
	path := filepath.Join(w.work, fmt.Sprintf("code%02d", w.folders))
	w.folders++
	if err := invoker.Mkdir(path, 0o777); err != nil {
		return "", fmt.Errorf("making a folder for test binaries: %w", err)
	}
	return path, nil
}

// layoutsOf makes the binaries of one package, unless it could not be loaded.
func (w *workshop) layoutsOf(p build.Package, path string, make maker) ([]build.Binary, error) {
	if p.Err != "" {
		return nil, nil
	}
	var made []build.Binary
	for layout := range max(w.layouts, 1) {
		b, err := make(p, layout, fmt.Sprintf("%s-%02d.test", path, layout))
		if err != nil {
			return nil, err
		}
		made = append(made, b)
	}
	return made, nil
}

func copyFile(from, to string) error {
	in, err := files.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := invoker.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
