package compare

import (
	"strings"

	"tare/internal/build"
	"tare/internal/host/input"
	"tare/internal/read/objcode"
	"tare/internal/record"
)

// programs are two test binaries of a package.
type programs struct {
	identical  bool // equal to the byte
	otherFiles bool // what they may read is not the same
	pair       *objcode.Pair
}

// openPrograms reads both. What cannot be read is not known to be the same.
func openPrograms(old, next build.Binary) *programs {
	p := &programs{identical: sameFile(old.Path, next.Path), otherFiles: !sameData(old.Package.Dir, next.Package.Dir)}
	if p.identical || p.otherFiles || old.Package.ImportPath != next.Package.ImportPath {
		return p
	}
	a, err := openImage(old.Path)
	if err != nil {
		return p
	}
	b, err := openImage(next.Path)
	if err != nil {
		return p
	}
	p.pair, _ = objcode.NewPair(a, b)
	return p
}

func openImage(path string) (*objcode.Image, error) {
	f, err := input.Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return objcode.Open(f)
}

func (p *programs) same(b record.Benchmark) bool {
	if p.pair == nil {
		return false
	}
	top, _, _ := strings.Cut(b.Name, "/")
	same, _, err := p.pair.Same(b.Package, top)
	return same && err == nil
}
