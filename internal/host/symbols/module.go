package symbols

import (
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tare/internal/read/elffile"
	"tare/internal/record"
)

// module is a file that holds code.
type module struct {
	path   string
	name   string // for addresses without a function: "libc.so.6"
	file   readerAt
	room   *elffile.Room
	loaded bool
	elf    *elffile.File // nil when the file could not be read
	golang *goTable      // nil when it is not a Go program
	funcs  []function
	listed bool  // funcs has been read
	err    error // the first that refused something of the file
}

// readerAt is what an ELF file is read from.
type readerAt interface {
	io.ReaderAt
	io.Closer
	// Size is that of the file in bytes.
	Size() int64
}

// newModule returns the module of a file, which is nil where it cannot be read.
func newModule(path string, file readerAt, room *elffile.Room) *module {
	return &module{path: path, name: base(path), file: file, room: room}
}

// base returns what follows the last slash of a path in maps.
func base(path string) string {
	path = strings.TrimSuffix(path, " (deleted)")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// load reads the headers and Go's function table, once.
func (m *module) load() {
	if m.loaded || m.file == nil {
		return
	}
	m.loaded = true
	f, err := elffile.Open(m.file, m.path, m.file.Size(), m.room)
	if err != nil {
		m.note(err)
		return
	}
	m.elf = f
	m.golang, err = findGoTable(f)
	m.note(err)
}

// note remembers why functions have no names, if that is the file's doing. What is
// no ELF file, or has no symbols, is nothing to talk about.
func (m *module) note(err error) {
	if m.err == nil && errors.Is(err, elffile.ErrRefused) {
		m.err = err
	}
}

func (m *module) close() error {
	if m.file == nil {
		return nil
	}
	return m.file.Close()
}

// address returns the address that the file's headers give to what is at an
// offset of it.
func (m *module) address(offset uint64) (uint64, bool) {
	if m.elf == nil {
		return 0, false
	}
	for _, p := range m.elf.Header.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && offset >= p.Off && offset-p.Off < p.Filesz {
			return offset - p.Off + p.Vaddr, true
		}
	}
	return 0, false
}

// calls names the calls at an address of the file; nil when it is in no function.
func (m *module) calls(addr uint64) []record.Call {
	if m.elf == nil {
		return nil
	}
	if m.golang != nil {
		if calls := m.golang.calls(addr); calls != nil {
			return calls
		}
	}
	if !m.listed {
		m.list()
	}
	i, found := slices.BinarySearchFunc(m.funcs, addr, func(f function, addr uint64) int { return cmp.Compare(f.addr, addr) })
	if !found {
		i--
	}
	if i < 0 || m.funcs[i].size > 0 && addr-m.funcs[i].addr >= m.funcs[i].size {
		return nil
	}
	return []record.Call{{Func: m.funcs[i].name}}
}

// list reads the symbol tables.
func (m *module) list() {
	funcs, err := functions(m.elf)
	m.funcs, m.listed = funcs, true
	m.note(err)
}

// refused says once of several modules why functions of them have no names; empty
// when all could be read.
func refused(modules []*module) string {
	var first error
	others := 0
	for _, m := range modules {
		switch {
		case m.err == nil:
		case first == nil:
			first = m.err
		default:
			others++
		}
	}
	switch {
	case first == nil:
		return ""
	case others > 0:
		return fmt.Sprintf("not all functions have names: %v; files of that kind: %d", first, 1+others)
	}
	return fmt.Sprintf("not all functions have names: %v", first)
}

// function is one of a symbol table.
type function struct {
	addr, size uint64 // size 0: not known
	name       string
}

// functions lists the functions of the symbol tables by address, each once:
// the C library has many by several names, of which the user knows the one
// without underscores.
func functions(f *elffile.File) ([]function, error) {
	var list []function
	var failed error
	for _, table := range []elf.SectionType{elf.SHT_SYMTAB, elf.SHT_DYNSYM} {
		symbols, err := f.Symbols(table)
		if errors.Is(err, elf.ErrNoSymbols) {
			continue
		}
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		for s := range symbols {
			if (s.Kind == elf.STT_FUNC || s.Kind == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF {
				list = append(list, function{s.Value, s.Size, s.Name})
			}
		}
	}
	underscores := func(f function) int { return len(f.name) - len(strings.TrimLeft(f.name, "_")) }
	slices.SortFunc(list, func(a, b function) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(underscores(a), underscores(b)),
			cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	return slices.CompactFunc(list, func(a, b function) bool { return a.addr == b.addr }), failed
}
