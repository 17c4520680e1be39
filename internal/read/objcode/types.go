package objcode

import (
	"encoding/binary"
	"fmt"
)

// Type descriptors have no symbols. They are laid out as in internal/abi/type.go,
// for 64 bits.
const (
	headSize      = 48 // what all kinds begin with
	uncommonSize  = 16
	methodSize    = 16
	fieldSize     = 24
	flagUncommon  = 1
	kindMask      = 31
	kindArray     = 17
	kindChan      = 18
	kindFunc      = 19
	kindInterface = 20
	kindMap       = 21
	kindPointer   = 22
	kindSlice     = 23
	kindStruct    = 25
	lastKind      = 26
)

// isType reports whether a type descriptor is at an address.
func (m *Image) isType(addr uint64) bool {
	if addr%8 != 0 || addr < m.named[typesStart] || addr >= m.typesEnd {
		return false
	}
	b := m.bytes(addr, headSize)
	if b == nil {
		return false
	}
	size, pointers, kind, align := m.order.Uint64(b), m.order.Uint64(b[8:]), b[23]&kindMask, b[21]
	_, named := m.typeName(m.order.Uint32(b[40:]))
	return kind >= 1 && kind <= lastKind && pointers <= size && align > 0 && align&(align-1) == 0 && align <= 64 && named
}

// typeAround returns where the type descriptor begins in which an address lies:
// package reflect copies some piece by piece.
func (m *Image) typeAround(addr uint64) (start uint64, ok bool) {
	for start = addr; start+m.mapSize > addr; start -= 8 {
		if m.isType(start) {
			return start, start == addr || addr < start+m.typeSize(m.bytes(start+23, 1)[0]&kindMask)
		}
	}
	return 0, false
}

// typeSize is the size of the descriptor of a type of a kind, without what comes
// after it.
func (m *Image) typeSize(kind byte) uint64 {
	switch kind {
	case kindArray:
		return 72
	case kindChan:
		return 64
	case kindPointer, kindSlice, kindFunc:
		return 56
	case kindMap:
		return m.mapSize
	case kindInterface, kindStruct:
		return 80
	}
	return headSize
}

// typeName returns a name by its offset, see internal/abi.Name.
func (m *Image) typeName(offset uint32) (string, bool) {
	return m.nameAt(m.named[typesStart] + uint64(offset))
}

// nameAt returns a name with its flags and tag.
func (m *Image) nameAt(addr uint64) (string, bool) {
	flags := m.bytes(addr, 1)
	if flags == nil || flags[0] > 15 {
		return "", false
	}
	text := string(flags)
	addr++
	parts := 1
	if flags[0]&2 != 0 { // a tag
		parts = 2
	}
	for range parts {
		head := m.bytes(addr, 3)
		n, used := binary.Uvarint(head)
		if head == nil || used <= 0 || used > 2 {
			return "", false
		}
		b := m.bytes(addr+uint64(used), n)
		if b == nil {
			return "", false
		}
		text += string(b) + "\x00"
		addr += uint64(used) + n
	}
	return text, true
}

// typeReader reads one descriptor.
type typeReader struct {
	*Image
	addr uint64
	o    *object
	bad  bool
}

func (t *typeReader) field(at, n uint64) []byte {
	b := t.bytes(t.addr+at, n)
	if b == nil {
		t.bad = true
		return make([]byte, n)
	}
	return b
}

func (t *typeReader) u64(at uint64) uint64 { return t.order.Uint64(t.field(at, 8)) }
func (t *typeReader) u32(at uint64) uint32 { return t.order.Uint32(t.field(at, 4)) }
func (t *typeReader) u16(at uint64) uint16 { return t.order.Uint16(t.field(at, 2)) }

func (t *typeReader) add(b []byte) { t.o.body = append(t.o.body, b...) }

// points adds a reference that is part of the type, also when it is nil.
func (t *typeReader) points(target uint64) {
	if target == 0 {
		t.add([]byte{0})
		return
	}
	t.add([]byte{1})
	t.o.refs = append(t.o.refs, ref{target: target})
}

// name adds the name at an address, if there is one.
func (t *typeReader) name(addr uint64) {
	if addr == 0 {
		return
	}
	text, ok := t.nameAt(addr)
	t.bad = t.bad || !ok
	t.add([]byte(text))
}

// goType returns the type at an address.
func (m *Image) goType(addr uint64) (*object, error) {
	t := &typeReader{Image: m, addr: addr, o: &object{}}
	head := t.field(0, 24)
	kind := head[23] & kindMask
	text, _ := m.typeName(t.u32(40))
	t.o.name = "type " + text[1:len(text)-1]
	t.add(head)
	t.add([]byte(text))
	t.points(t.u64(24)) // the function that compares values
	t.parts(kind)
	if head[20]&flagUncommon != 0 && !t.bad {
		t.methods(m.typeSize(kind))
	}
	if toPointer := t.u32(44); toPointer != 0 {
		t.optional(m.named[typesStart] + uint64(toPointer))
	} else {
		t.optional(0)
	}
	if t.bad {
		return t.o, undetermined("%s cannot be read", t.o.name)
	}
	return t.o, nil
}

// optional adds a reference that may be missing.
func (t *typeReader) optional(target uint64) {
	t.o.refs = append(t.o.refs, ref{target: target, optional: true})
}

// parts adds what the type is made of.
func (t *typeReader) parts(kind byte) {
	switch kind {
	case kindArray:
		t.points(t.u64(48))
		t.points(t.u64(56))
		t.add(t.field(64, 8))
	case kindChan:
		t.points(t.u64(48))
		t.add(t.field(56, 8))
	case kindPointer, kindSlice:
		t.points(t.u64(48))
	case kindMap:
		for at := uint64(48); at < 80; at += 8 { // key, element, group, hash function
			t.points(t.u64(at))
		}
	case kindFunc:
		t.signature()
	case kindInterface:
		t.name(t.u64(48))
		t.wanted()
	case kindStruct:
		t.name(t.u64(48))
		t.fields()
	}
}

// signature adds the parameters of a function type, which come last.
func (t *typeReader) signature() {
	in, out := t.u16(48), t.u16(50)
	t.add(t.field(48, 4))
	at := uint64(56)
	if t.field(20, 1)[0]&flagUncommon != 0 {
		at += uncommonSize
	}
	for range uint64(in) + uint64(out&0x7fff) {
		t.points(t.u64(at))
		at += 8
	}
}

// wanted adds the methods of an interface type.
func (t *typeReader) wanted() {
	list, n := t.u64(56), t.u64(64)
	for i := range min(n, 1<<16) {
		b := t.bytes(list+8*i, 8)
		if b == nil {
			t.bad = true
			return
		}
		types := t.named[typesStart]
		t.name(types + uint64(t.order.Uint32(b)))
		t.points(types + uint64(t.order.Uint32(b[4:])))
	}
}

// fields adds the fields of a struct type.
func (t *typeReader) fields() {
	list, n := t.u64(56), t.u64(64)
	for i := range min(n, 1<<16) {
		b := t.bytes(list+fieldSize*i, fieldSize)
		if b == nil {
			t.bad = true
			return
		}
		t.name(t.order.Uint64(b))
		t.points(t.order.Uint64(b[8:]))
		t.add(b[16:])
	}
}

// methods adds the methods of a type, which anybody may call who finds them by an
// interface or by reflection. The linker leaves out those that nobody can.
func (t *typeReader) methods(at uint64) {
	n, list := uint64(t.u16(at+4)), at+uint64(t.u32(at+8))
	t.add(fmt.Appendf(nil, "%d methods", n))
	for i := range n {
		b := t.field(list+methodSize*i, methodSize)
		types := t.named[typesStart]
		t.name(types + uint64(t.order.Uint32(b)))
		for _, entry := range []uint64{8, 12} { // called by an interface, called directly
			offset := t.order.Uint32(b[entry:])
			if offset == 0 || offset == ^uint32(0) {
				t.optional(0)
				continue
			}
			t.optional(t.named["runtime.text"] + uint64(offset))
		}
	}
}
