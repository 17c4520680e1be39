package symbols

import (
	"bytes"
	"encoding/binary"
	"sort"
	"strings"

	"tare/internal/record"
)

// goTable is the function table of a Go program, from Go 1.20 on, as the linker
// writes it and the runtime reads it: cmd/link/internal/ld/pcln.go,
// runtime/symtab.go and runtime/symtabinl.go. Nothing of it is trusted: what
// points out of it is not there.
type goTable struct {
	order   binary.ByteOrder
	quantum uint64 // program counters are in units of so many bytes
	text    uint64 // address that the entries of functions count from
	funcs   int
	// What the header's offsets point to: names, files by compilation unit, file
	// names, tables of values by program counter, functions.
	names, units, files, values, functab []byte
	// inline reads the tree of inlined calls at an offset.
	inline func(b []byte, offset uint32) bool
}

const go120Magic = 0xfffffff1

// newGoTable reads the header.
func newGoTable(data []byte, order binary.ByteOrder) (*goTable, bool) {
	if len(data) < 8 || order.Uint32(data) != go120Magic {
		return nil, false
	}
	size := int(data[7]) // of a pointer
	if (size != 4 && size != 8) || len(data) < 8+8*size {
		return nil, false
	}
	word := func(i int) uint64 { return readWord(data[8+i*size:], order, size) }
	t := &goTable{order: order, quantum: uint64(data[6]), funcs: int(word(0))}
	for i, part := range []*[]byte{&t.names, &t.units, &t.files, &t.values, &t.functab} {
		if *part = from(data, word(3+i)); *part == nil {
			return nil, false
		}
	}
	// Pairs of entry and offset of each function, and the end of the last one.
	if t.funcs <= 0 || t.funcs > len(t.functab)/8 || len(t.functab) < 8*t.funcs+4 {
		return nil, false
	}
	return t, true
}

func readWord(b []byte, order binary.ByteOrder, size int) uint64 {
	if size == 4 {
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}

// from returns the rest of b at an offset, nil when that is out of it.
func from(b []byte, offset uint64) []byte {
	if offset >= uint64(len(b)) {
		return nil
	}
	return b[offset:]
}

// cstring returns what b begins with, up to a zero byte, which must come within
// maxName.
func cstring(b []byte) string {
	return string(b[:max(0, bytes.IndexByte(b[:min(len(b), maxName)], 0))])
}

// Bounds of what a lookup goes through, whatever the table says.
const (
	maxInlined = 100      // calls inlined into each other
	maxName    = 16 << 10 // bytes of a name
	maxValues  = 1 << 20  // of one function
)

// calls names the calls at an address, innermost first; nil when it is in no
// function.
func (t *goTable) calls(addr uint64) []record.Call {
	f, ok := t.find(addr - t.text)
	if !ok {
		return nil
	}
	pc := addr - t.text - f.entry
	var calls []record.Call
	for range maxInlined {
		call := record.Call{File: t.file(f, t.value(f.pcfile, pc)), Line: max(0, int(t.value(f.pcln, pc)))}
		name, parent, inlined := t.inlined(f, pc)
		if !inlined {
			name = f.name
		}
		call.Func = shortened(cstring(from(t.names, uint64(name))))
		calls = append(calls, call)
		if !inlined {
			break
		}
		pc = uint64(parent)
	}
	return calls
}

// shortened is a function's name without its type arguments, as the runtime
// prints it.
func shortened(name string) string {
	i, j := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
	if i < 0 || j < i {
		return name
	}
	return name[:i] + "[...]" + name[j+1:]
}

// goFunc is a function of the table, runtime._func.
type goFunc struct {
	entry                    uint64 // offset from text
	name, pcfile, pcln, unit uint32
	treeIndex                uint32 // table of places in the tree of inlined calls; 0 for none
	tree                     uint32 // offset of that; ^0 for none
}

// The parts of runtime._func, which uint32 tables of program counters and then
// of other data follow, and the two of those that are about inlining.
const (
	funcSize      = 44
	funcdataCount = 43
	inlTreeIndex  = 2
	inlTree       = 3
)

// find returns the function at an offset from text.
func (t *goTable) find(offset uint64) (goFunc, bool) {
	entry := func(i int) uint64 { return uint64(t.order.Uint32(t.functab[8*i:])) }
	i := sort.Search(t.funcs+1, func(i int) bool { return entry(i) > offset }) - 1
	if i < 0 || i == t.funcs {
		return goFunc{}, false
	}
	b := from(t.functab, uint64(t.order.Uint32(t.functab[8*i+4:])))
	if len(b) < funcSize {
		return goFunc{}, false
	}
	field := func(i uint64) uint32 { return t.order.Uint32(b[4*i:]) }
	f := goFunc{entry: entry(i), name: field(1), pcfile: field(5), pcln: field(6), unit: field(8), tree: ^uint32(0)}
	tables, others := uint64(field(7)), uint64(b[funcdataCount])
	if tables > inlTreeIndex && others > inlTree && uint64(len(b)) >= funcSize+4*(tables+inlTree+1) {
		f.treeIndex, f.tree = field(funcSize/4+inlTreeIndex), field(funcSize/4+tables+inlTree)
	}
	return f, true
}

// value looks a program counter, an offset from its function's entry, up in a
// table of values; -1 when it is not there.
func (t *goTable) value(table uint32, pc uint64) int32 {
	b := from(t.values, uint64(table))
	if table == 0 {
		return -1
	}
	value, end := int32(-1), uint64(0)
	for i := range maxValues {
		delta, n := binary.Uvarint(b)
		if n <= 0 || delta == 0 && i > 0 {
			return -1
		}
		length, m := binary.Uvarint(b[n:])
		if m <= 0 {
			return -1
		}
		value += int32(-(delta & 1) ^ (delta >> 1)) // zigzag
		end += length * t.quantum
		if pc < end {
			return value
		}
		b = b[n+m:]
	}
	return -1
}

// file names a file by its number in the function's compilation unit.
func (t *goTable) file(f goFunc, number int32) string {
	b := from(t.units, 4*(uint64(f.unit)+uint64(uint32(number))))
	if number < 0 || len(b) < 4 {
		return ""
	}
	return cstring(from(t.files, uint64(t.order.Uint32(b))))
}

// inlined returns the name of the innermost call that was inlined into f at a
// program counter, and the program counter of where it was called.
func (t *goTable) inlined(f goFunc, pc uint64) (name, parent uint32, ok bool) {
	i := t.value(f.treeIndex, pc)
	if i < 0 || f.tree == ^uint32(0) {
		return 0, 0, false
	}
	var call [16]byte // runtime.inlinedCall
	if !t.inline(call[:], f.tree+uint32(i)*uint32(len(call))) {
		return 0, 0, false
	}
	return t.order.Uint32(call[4:]), t.order.Uint32(call[8:]), true
}
