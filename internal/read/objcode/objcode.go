// Package objcode tells whether two Go programs run the same machine code from
// some of their functions on.
//
// The linker puts code and data at other addresses whenever anything else in the
// program changes, so neither bytes nor addresses compare. What does is the graph
// of what functions refer to: a function's code without the distances to what it
// calls and reads, and in their place what lies there, which is compared in turn.
// Two programs do the same from a function on when these graphs are the same.
//
// The comparison is conservative. Whatever has its address taken counts as used:
// functions behind function values, the methods of every type that is referred
// to, the contents of every variable. What cannot be made out is an error, never
// the same.
package objcode

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tare/internal/read/elffile"
)

// ErrUndetermined is matched by errors that say that a program cannot be judged,
// not that it is broken.
var ErrUndetermined = errors.New("undetermined")

func undetermined(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUndetermined, fmt.Sprintf(format, args...))
}

// Image is a Go program in memory. It is not safe for concurrent use.
type Image struct {
	goVersion string
	arch      elf.Machine
	order     binary.ByteOrder
	sections  []section         // by address
	symbols   []symbol          // by address
	named     map[string]uint64 // address of the symbol that is the only one of its name; 0 where there are more
	anchors   []uint64          // where symbols begin, also those without a size
	low, high uint64            // where the program lies in memory
	typesEnd  uint64            // where the types end
	strings   uint64            // where the strings end
	mapSize   uint64            // of the descriptor of a map type

	objects map[uint64]*object // decoded, by start
	starts  []uint64           // see pieces.go; nil until they are needed
	notes   map[uint64]error   // what is wrong with the object at a start
}

// section is a part of the program as it is in memory.
type section struct {
	name     string
	addr     uint64
	size     uint64
	data     []byte // nil when it is all zero
	code     bool
	writable bool
}

// symbol is something with a name, of a size that is not zero.
type symbol struct {
	name       string
	addr, size uint64
	code       bool
}

// mostRead bounds what is read of a program, in bytes, which all stays in memory.
const mostRead = 512 << 20

// Open reads the program called name for Linux on amd64 or arm64; size is that of
// the file. Errors that match elffile.ErrRefused are of what it claims to hold.
func Open(r io.ReaderAt, name string, size int64) (*Image, error) {
	info, err := elffile.BuildInfo(r, name, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUndetermined, err)
	}
	program, err := elffile.Open(r, name, size, elffile.NewRoom(mostRead))
	if err != nil {
		return nil, fmt.Errorf("%w: only programs in ELF files can be read: %w", ErrUndetermined, err)
	}
	f := program.Header
	m := &Image{goVersion: info.GoVersion, arch: f.Machine, order: f.ByteOrder,
		named: map[string]uint64{}, objects: map[uint64]*object{}, notes: map[uint64]error{}}
	switch {
	case f.Machine != elf.EM_X86_64 && f.Machine != elf.EM_AARCH64:
		return nil, undetermined("%s programs are not known", f.Machine)
	case f.Type != elf.ET_EXEC:
		return nil, undetermined("the program can be loaded anywhere in memory")
	}
	if m.mapSize = mapSize(info.GoVersion); m.mapSize == 0 {
		return nil, undetermined("programs of %s are not known", info.GoVersion)
	}
	if err := m.load(program); err != nil {
		return nil, err
	}
	if err := m.index(program); err != nil {
		return nil, err
	}
	return m, nil
}

// mapSize is the size of internal/abi.MapType in a Go version, 0 where that is not
// known. It is the only type descriptor whose size has changed since Go 1.17.
func mapSize(version string) uint64 {
	version, _, _ = strings.Cut(version, " ") // experiments
	switch release(version) {
	case "go1.24", "go1.25", "go1.26":
		return 112
	case "go1.27":
		return 128
	}
	return 0
}

// release is "go1.26" of "go1.26.8" and "go1.26rc1".
func release(version string) string {
	const prefix = "go1."
	rest, ok := strings.CutPrefix(version, prefix)
	if !ok {
		return ""
	}
	n := 0
	for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
		n++
	}
	return prefix + rest[:n]
}

// load reads the sections.
func (m *Image) load(f *elffile.File) error {
	for _, s := range f.Header.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Addr == 0 || s.Size == 0 {
			continue
		}
		if s.Type == elf.SHT_DYNAMIC {
			return undetermined("the program is linked dynamically")
		}
		if s.Type == elf.SHT_NOBITS && s.Flags&elf.SHF_EXECINSTR != 0 || s.Addr+s.Size < s.Addr {
			return undetermined("section %q lies where no linker puts it", s.Name)
		}
		part := section{name: s.Name, addr: s.Addr, size: s.Size, code: s.Flags&elf.SHF_EXECINSTR != 0, writable: s.Flags&elf.SHF_WRITE != 0}
		if s.Type != elf.SHT_NOBITS {
			data, err := f.Data(s)
			if err != nil {
				return fmt.Errorf("%w: %w", ErrUndetermined, err)
			}
			part.data = data
		}
		m.sections = append(m.sections, part)
	}
	if len(m.sections) == 0 {
		return undetermined("the program has no sections")
	}
	slices.SortFunc(m.sections, func(a, b section) int { return compare(a.addr, b.addr) })
	last := m.sections[len(m.sections)-1]
	m.low, m.high = m.sections[0].addr, last.addr+last.size
	return nil
}

func compare(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// index reads the symbols.
func (m *Image) index(f *elffile.File) error {
	all, err := f.Symbols(elf.SHT_SYMTAB)
	if err != nil {
		return fmt.Errorf("%w: reading the symbols: %w", ErrUndetermined, err)
	}
	for s := range all {
		if kind := s.Kind; kind == elf.STT_SECTION || kind == elf.STT_FILE || kind == elf.STT_TLS || s.Name == "" || s.Value == 0 {
			continue
		}
		if _, twice := m.named[s.Name]; twice {
			m.named[s.Name] = 0
		} else {
			m.named[s.Name] = s.Value
		}
		m.anchors = append(m.anchors, s.Value)
		in := m.section(s.Value)
		if s.Size == 0 || in == nil || s.Size > in.size-(s.Value-in.addr) {
			continue
		}
		m.symbols = append(m.symbols, symbol{s.Name, s.Value, s.Size, in.code})
	}
	slices.SortStableFunc(m.symbols, func(a, b symbol) int { return compare(a.addr, b.addr) })
	slices.Sort(m.anchors)
	if i, _ := slices.BinarySearch(m.anchors, m.named[stringsStart]+1); i < len(m.anchors) {
		m.strings = m.anchors[i]
	}
	if m.named["runtime.text"] == 0 || m.named[typesStart] == 0 || m.named[stringsStart] == 0 || m.named[initTasks] == 0 {
		return undetermined("the program lacks symbols of the Go linker")
	}
	in := m.section(m.named[typesStart])
	if in == nil {
		return undetermined("the program has no types")
	}
	// Strings come next, or types have a section to themselves (from Go 1.27 on).
	m.typesEnd = in.addr + in.size
	if s := m.named[stringsStart]; s > in.addr && s < m.typesEnd {
		m.typesEnd = s
	}
	return nil
}

// Symbols of cmd/link, see cmd/link/internal/ld/symtab.go.
const (
	typesStart   = "runtime.types" // from which offsets of types and names count
	stringsStart = "go:string.*"   // where the types end and the strings begin
	initTasks    = "go:main.inittasks"
)

// section returns the section at an address, nil when there is none.
func (m *Image) section(addr uint64) *section {
	i, found := slices.BinarySearchFunc(m.sections, addr, func(s section, addr uint64) int { return compare(s.addr, addr) })
	if !found {
		i--
	}
	if i < 0 || addr-m.sections[i].addr >= m.sections[i].size {
		return nil
	}
	return &m.sections[i]
}

// symbol returns the symbol at an address, or in which it lies; nil when there is
// none.
func (m *Image) symbol(addr uint64) *symbol {
	i, found := slices.BinarySearchFunc(m.symbols, addr, func(s symbol, addr uint64) int { return compare(s.addr, addr) })
	if !found {
		i--
	}
	if i < 0 || addr-m.symbols[i].addr >= m.symbols[i].size {
		return nil
	}
	return &m.symbols[i]
}

// bytes returns n bytes at an address; zeros where the section has no content, and
// nil where it ends before.
func (m *Image) bytes(addr, n uint64) []byte {
	s := m.section(addr)
	if s == nil || n > s.size-(addr-s.addr) {
		return nil
	}
	if s.data == nil {
		return make([]byte, n)
	}
	return s.data[addr-s.addr:][:n]
}

// word returns the 8 bytes at an address, and whether they are there.
func (m *Image) word(addr uint64) (uint64, bool) {
	b := m.bytes(addr, 8)
	if b == nil {
		return 0, false
	}
	return m.order.Uint64(b), true
}
