package objcode

import (
	"bytes"
	"fmt"
	"strings"
)

// Pair is two programs to compare.
type Pair struct {
	old, new *Image
}

// NewPair returns a pair of programs that the same toolchain has built, with the
// same settings.
func NewPair(old, new *Image) (*Pair, error) {
	if old.goVersion != new.goVersion || old.arch != new.arch {
		return nil, undetermined("the programs were built by different toolchains")
	}
	return &Pair{old, new}, nil
}

// Same reports whether everything is the same that is run or read from a
// benchmark of a package on, by its function's name without a sub-benchmark's, and
// by what runs before it: initialization and TestMain. Otherwise it names
// something that is not. An error, which matches ErrUndetermined, says why nobody
// knows.
func (p *Pair) Same(importPath, benchmark string) (same bool, what string, err error) {
	w := walk{Pair: p, seen: map[[2]uint64]bool{}, forth: map[uint64]uint64{}, back: map[uint64]uint64{}}
	roots, what, err := p.roots(importPath, benchmark)
	if err != nil || what != "" {
		return false, what, err
	}
	for _, r := range roots {
		w.meet(ref{target: r[0]}, ref{target: r[1]}, "")
	}
	for len(w.queue) > 0 && w.differs == "" && w.err == nil {
		next := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.step(next)
	}
	if w.err != nil || w.differs != "" {
		return false, w.differs, w.err
	}
	return true, "", nil
}

// roots returns where to begin. What says what only one side has.
func (p *Pair) roots(importPath, benchmark string) (roots [][2]uint64, what string, err error) {
	found := false
	for _, suffix := range []string{"", "_test"} { // a package and its external test
		for _, name := range []string{benchmark, "TestMain"} {
			full := prefix(importPath+suffix) + "." + name
			a, b := p.old.named[full], p.new.named[full]
			if (a == 0) != (b == 0) {
				return nil, full, nil
			}
			if a != 0 {
				roots = append(roots, [2]uint64{a, b})
				found = found || name == benchmark
			}
		}
	}
	if !found {
		return nil, "", undetermined("%s has no symbol", benchmark)
	}
	for _, name := range []string{initTasks, "runtime.godebugDefault"} {
		if a, b := p.old.named[name], p.new.named[name]; a != 0 && b != 0 {
			roots = append(roots, [2]uint64{a, b})
		}
	}
	return roots, "", nil
}

// prefix is an import path as it stands in front of the names of symbols, see
// cmd/internal/objabi.PathToPrefix.
func prefix(path string) string {
	slash := strings.LastIndex(path, "/")
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// walk is one comparison.
type walk struct {
	*Pair
	seen        map[[2]uint64]bool
	forth, back map[uint64]uint64 // counterparts of variables
	queue       [][2]uint64
	differs     string
	err         error
}

// meet has a reference of old and one of new lead to the same.
func (w *walk) meet(a, b ref, from string) {
	if a.optional && (a.target == 0 || b.target == 0) {
		return
	}
	if a.number && a.target == b.target && w.old.within(a.target) && w.new.within(b.target) {
		return
	}
	x, offset, err := w.old.at(a.target)
	y, other, failed := w.new.at(b.target)
	switch {
	case err != nil || failed != nil:
		if w.err = err; err == nil {
			w.err = failed
		}
		if from != "" {
			w.err = fmt.Errorf("%w, to which %s refers", w.err, from)
		}
		return
	case offset != other:
		w.differs = from
		return
	}
	pair := [2]uint64{x, y}
	if w.seen[pair] {
		return
	}
	w.seen[pair] = true
	w.queue = append(w.queue, pair)
}

// step compares two objects, and has what they refer to compared.
func (w *walk) step(pair [2]uint64) {
	a, err := w.old.object(pair[0])
	b, failed := w.new.object(pair[1])
	switch {
	case err != nil:
		w.err = err
		return
	case failed != nil:
		w.err = failed
		return
	case a.code != b.code || a.opaque != b.opaque || a.size != b.size || a.writable != b.writable ||
		a.opaque && a.name != b.name || len(a.refs) != len(b.refs) || !bytes.Equal(a.body, b.body) || !w.pairUp(a, pair):
		w.differs = b.name
		return
	}
	for i := range a.refs {
		if mainOf(w.old, a, a.refs[i]) && mainOf(w.new, b, b.refs[i]) {
			continue
		}
		w.meet(a.refs[i], b.refs[i], b.name)
		if w.err != nil || w.differs != "" {
			return
		}
	}
}

// pairUp reports whether two variables can be counterparts: one that is two in the
// other program is not the same.
func (w *walk) pairUp(a *object, pair [2]uint64) bool {
	if !a.writable {
		return true
	}
	there, known := w.forth[pair[0]]
	here, taken := w.back[pair[1]]
	w.forth[pair[0]], w.back[pair[1]] = pair[1], pair[0]
	return (!known || there == pair[1]) && (!taken || here == pair[0])
}

// mainOf reports whether a reference is that of the runtime to the program's main
// function: it lists all tests, and has been left when a benchmark runs.
func mainOf(m *Image, from *object, r ref) bool {
	if !strings.HasPrefix(from.name, "runtime.") {
		return false
	}
	target := r.target
	if w, ok := m.word(target); ok && m.isFuncval(target) {
		target = w
	}
	s := m.symbol(target)
	return s != nil && s.name == "main.main"
}
