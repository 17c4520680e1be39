package compare

import (
	"errors"
	"slices"
	"strings"

	"tare/internal/host/files"
	"tare/internal/measure/build"
	"tare/internal/read/elffile"
	"tare/internal/read/objcode"
	"tare/internal/record"
)

// machineCode remembers which programs were compared, by the paths of their files.
type machineCode map[[2]string]*programs

// same reports whether two variants run the same machine code in a benchmark, on
// the same files, and whether their programs are even equal to the byte. What
// cannot be told is not the same.
func (m machineCode) same(base, v Variant, b record.Benchmark) (same, identical bool) {
	key, ok := keyOf(base.binaries, b.Package)
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

// refused are the programs that could not be compared for what they claim to hold.
func (m machineCode) refused() []record.Finding {
	var found []record.Finding
	for _, p := range m {
		if p.refused != nil {
			found = append(found, record.Finding{ID: "machine-code", Severity: record.Unverified,
				What: "Machine code is not compared: tare cannot say which changes come from the code and which from its place in the program.", Evidence: p.refused.Error() + "."})
		}
	}
	slices.SortFunc(found, func(a, b record.Finding) int { return strings.Compare(a.Evidence, b.Evidence) })
	return found
}

// programs are two test binaries of a package.
type programs struct {
	identical  bool // equal to the byte
	otherFiles bool // what they may read is not the same
	pair       *objcode.Pair
	refused    error // of a program that claims more than it holds, or has more than is read
}

// openPrograms reads both. What cannot be read is not known to be the same.
func openPrograms(old, next build.Binary) *programs {
	p := &programs{identical: sameFile(old.Path, next.Path), otherFiles: !sameData(old.Package.Dir, next.Package.Dir)}
	if p.identical || p.otherFiles || old.Package.ImportPath != next.Package.ImportPath {
		return p
	}
	a, err := openImage(old)
	var b *objcode.Image
	if err == nil {
		b, err = openImage(next)
	}
	if errors.Is(err, elffile.ErrRefused) {
		p.refused = err
	}
	if err == nil {
		p.pair, _ = objcode.NewPair(a, b)
	}
	return p
}

func openImage(b build.Binary) (*objcode.Image, error) {
	f, err := files.Open(b.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return objcode.Open(f, "test binary of "+b.Package.ImportPath, info.Size())
}

func (p *programs) same(b record.Benchmark) bool {
	if p.pair == nil {
		return false
	}
	top, _, _ := strings.Cut(b.Name, "/")
	same, _, err := p.pair.Same(b.Package, top)
	return same && err == nil
}

// keyOf returns the key of a package that is known by the base's import path.
func keyOf(base map[string][]build.Binary, importPath string) (string, bool) {
	for key, links := range base {
		if len(links) > 0 && links[0].Package.ImportPath == importPath {
			return key, true
		}
	}
	return "", false
}
