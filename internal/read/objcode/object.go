package objcode

import (
	"bytes"
	"fmt"
	"strings"
)

// object is a function, a variable or a constant: what it is made of, without
// addresses, and what it refers to.
type object struct {
	name     string
	size     uint64
	body     []byte
	refs     []ref
	code     bool
	writable bool
	opaque   bool // only its name counts
}

// ref is a reference from an object to an address.
type ref struct {
	target uint64
	// optional references count only where both programs have them, which depends
	// on what else the program uses; the target is 0 where it is missing.
	optional bool
	// taken says that the address itself is used, not only what lies there.
	taken bool
	// number says that it could be a number as well.
	number bool
}

// at returns the start of the object at an address, and the offset in it.
func (m *Image) at(addr uint64) (start, offset uint64, err error) {
	if s := m.symbol(addr); s != nil {
		return s.addr, addr - s.addr, nil
	}
	if s := m.section(addr); s == nil || s.code {
		// The end of what lies before, as of a slice of no elements.
		if before := m.symbol(addr - 1); before != nil && !before.code {
			return before.addr, before.size, nil
		}
		return 0, 0, undetermined("nothing is known to be at %#x", addr)
	}
	if m.isFuncval(addr) {
		return addr, 0, nil
	}
	if start, ok := m.typeAround(addr); ok {
		return start, addr - start, nil
	}
	start = m.piece(addr)
	return start, addr - start, nil
}

// object returns the object that begins at an address.
func (m *Image) object(start uint64) (*object, error) {
	if o, ok := m.objects[start]; ok {
		return o, m.notes[start]
	}
	o, err := m.decode(start)
	m.objects[start] = o
	if err != nil {
		m.notes[start] = err
	}
	return o, err
}

func (m *Image) decode(start uint64) (*object, error) {
	in := m.section(start)
	s := m.symbol(start)
	switch {
	case in == nil:
		return &object{}, undetermined("nothing is known to be at %#x", start)
	case s != nil && s.code:
		return m.function(*s)
	case s != nil:
		o := &object{name: s.name, size: s.size, writable: in.writable}
		if o.opaque = opaque(s.name); !o.opaque {
			m.data(o, start)
		}
		return o, nil
	case m.isType(start):
		return m.goType(start)
	case m.isFuncval(start):
		target, _ := m.word(start)
		return &object{name: "function value", size: 8, refs: []ref{{target: target, taken: true}}}, nil
	}
	o := &object{name: fmt.Sprintf("data in %s", in.name), size: m.pieceEnd(start) - start, writable: in.writable}
	m.data(o, start)
	o.size = 0 // it includes what lies between objects
	return o, nil
}

// opaque reports whether a variable is left at its name: those of the runtime are
// the same for the same toolchain, except for what the linker writes into them,
// which is where everything lies and what the program was built from.
func opaque(name string) bool {
	return strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "runtime.godebugDefault") ||
		name == "go:fipsinfo" || name == "go:buildinfo"
}

// data fills in the content of o at an address. Aligned words that could be
// addresses are references. If one of them is a number in truth, then it counts as
// the same only if what is at that address is, too.
func (m *Image) data(o *object, start uint64) {
	if m.section(start).data == nil {
		return // all zero
	}
	b := m.bytes(start, o.size)
	// What the garbage collector does not look at holds no pointers to data, except
	// in the list of packages to initialize, but may hold some to functions.
	numbers := m.section(start).name == ".noptrdata" && start != m.named[initTasks]
	var changed []byte
	for at := (start + 7) &^ 7; at+8 <= start+o.size; at += 8 {
		w := m.order.Uint64(b[at-start:])
		if w < m.low || w > m.high || m.isString(at) || !m.points(w, numbers) {
			continue
		}
		if changed == nil {
			changed = bytes.Clone(b)
		}
		clear(changed[at-start:][:8])
		o.refs = append(o.refs, ref{target: w, taken: true, number: true})
	}
	if changed != nil {
		b = changed
	}
	o.body = bytes.TrimRight(b, "\x00")
}

// points reports whether a number may be an address: of a function's beginning,
// or otherwise of anything.
func (m *Image) points(w uint64, function bool) bool {
	if s := m.symbol(w); s != nil {
		return !function || s.code && s.addr == w
	}
	in := m.section(w)
	return !function && in != nil && !in.code
}

// isFuncval reports whether a function value without further content is at an
// address: they have no symbols.
func (m *Image) isFuncval(addr uint64) bool {
	if in := m.section(addr); addr%8 != 0 || in == nil || in.writable || in.data == nil || m.isString(addr) {
		return false
	}
	w, ok := m.word(addr)
	if !ok {
		return false
	}
	s := m.symbol(w)
	return s != nil && s.code && s.addr == w
}

// within reports whether an address lies in the midst of memory that is zero when
// the program starts: as an address, a number says nothing there.
func (m *Image) within(addr uint64) bool {
	in, s := m.section(addr), m.symbol(addr)
	return in != nil && in.data == nil && (s == nil || s.addr != addr)
}

func (m *Image) isString(addr uint64) bool {
	return addr >= m.named[stringsStart] && addr < m.strings
}
