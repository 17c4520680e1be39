package symbols

import (
	"cmp"
	"debug/elf"
	"io"
	"slices"
	"strings"

	"tare/internal/record"
)

// module is a file that holds code.
type module struct {
	name   string // for addresses without a function: "libc.so.6"
	file   readerAt
	loaded bool
	elf    *elf.File // nil when the file could not be read
	golang *goTable  // nil when it is not a Go program
	funcs  []function
	listed bool // funcs has been read
}

// readerAt is what an ELF file is read from.
type readerAt interface {
	io.ReaderAt
	io.Closer
}

// newModule returns the module of a file, which is nil where it cannot be read.
func newModule(path string, file readerAt) *module {
	return &module{name: base(path), file: file}
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
	f, err := elf.NewFile(m.file)
	if err != nil {
		return
	}
	m.elf, m.golang = f, findGoTable(f)
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
	for _, p := range m.elf.Progs {
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
		m.listed = true
		m.funcs = functions(m.elf)
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

// function is one of a symbol table.
type function struct {
	addr, size uint64 // size 0: not known
	name       string
}

// functions lists the functions of the symbol tables by address, each once:
// the C library has many by several names, of which the user knows the one
// without underscores.
func functions(f *elf.File) []function {
	static, _ := f.Symbols()
	dynamic, _ := f.DynamicSymbols()
	var list []function
	for _, s := range slices.Concat(static, dynamic) {
		if kind := elf.ST_TYPE(s.Info); (kind == elf.STT_FUNC || kind == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF {
			list = append(list, function{s.Value, s.Size, s.Name})
		}
	}
	underscores := func(f function) int { return len(f.name) - len(strings.TrimLeft(f.name, "_")) }
	slices.SortFunc(list, func(a, b function) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(underscores(a), underscores(b)),
			cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	return slices.CompactFunc(list, func(a, b function) bool { return a.addr == b.addr })
}
