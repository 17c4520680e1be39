package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"tare/internal/host/invoker"
	"tare/internal/measure/build"
	"tare/internal/record"
)

// orders links the package of c under a key in so many other orders, the same ones
// for every code.
func (w *workshop) orders(ctx context.Context, c *code, key string, n int) ([]build.Binary, error) {
	i := slices.IndexFunc(c.packages, func(p build.Package) bool { return p.Key == key })
	if i < 0 {
		return nil, fmt.Errorf("there is no package %s", key)
	}
	folder := filepath.Join(w.work, fmt.Sprintf("code%02d", w.folders))
	w.folders++
	if err := invoker.Mkdir(folder, 0o777); err != nil {
		return nil, fmt.Errorf("making a folder for test binaries: %w", err)
	}
	links := make([]build.Binary, n)
	for order := range n {
		b, err := c.chain.Test(ctx, c.packages[i], filepath.Join(folder, fmt.Sprintf("%04d-%02d.test", i, order)), w.order(order))
		if err != nil {
			return nil, err
		}
		if b.Hooked != c.binaries[key][0].Hooked {
			return nil, fmt.Errorf("the hook is in one link and not in another: %w", b.HookErr)
		}
		links[order] = b
	}
	return links, nil
}

// machineCode remembers which programs were compared, by the paths of their files.
type machineCode map[[2]string]*programs

// same reports whether two variants run the same machine code in a benchmark, on
// the same files, and whether their programs are even equal to the byte. What
// cannot be told is not the same.
func (m machineCode) same(base, v variant, b record.Benchmark) (same, identical bool) {
	key, ok := packageKey(base, b.Package)
	if !ok || len(v.binaries[key]) == 0 {
		return false, false
	}
	old, next := base.binaries[key][0], v.binaries[key][0]
	at := [2]string{old.Path, next.Path}
	if m[at] == nil {
		m[at] = openPrograms(old, next)
	}
	p := m[at]
	if p.otherFiles {
		return false, p.identical
	}
	return p.identical || p.same(b), p.identical
}

// packageKey returns the key of the base's package with an import path.
func packageKey(base variant, importPath string) (string, bool) {
	for key, links := range base.binaries {
		if len(links) > 0 && links[0].Package.ImportPath == importPath {
			return key, true
		}
	}
	return "", false
}
