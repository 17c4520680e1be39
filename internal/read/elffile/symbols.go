package elffile

import (
	"debug/elf"
	"iter"
	"strings"
)

// What a table of symbols may come to. The largest programs have some two million
// symbols, and their names are shorter by far.
const (
	mostSymbols = 8 << 20
	mostName    = 16 << 10 // bytes of one; longer ones are passed over
)

// Symbol is an entry of a table of symbols.
type Symbol struct {
	Name        string
	Value, Size uint64
	Kind        elf.SymType
	Section     elf.SectionIndex
}

// Symbols returns the symbols of the table of a kind, elf.SHT_SYMTAB or
// elf.SHT_DYNSYM. The error is elf.ErrNoSymbols when there is none. The names are
// parts of one string.
func (f *File) Symbols(kind elf.SectionType) (iter.Seq[Symbol], error) {
	table := f.Header.SectionByType(kind)
	if table == nil || table.FileSize == 0 {
		return nil, elf.ErrNoSymbols
	}
	size := uint64(elf.Sym64Size)
	if f.Header.Class == elf.ELFCLASS32 {
		size = elf.Sym32Size
	}
	if count := table.FileSize / size; count > mostSymbols {
		return nil, f.refused("section %s claims %d symbols, more than the limit of %d", printable(table.Name), count, mostSymbols)
	}
	if uint64(table.Link) >= uint64(len(f.Header.Sections)) {
		return nil, f.refused("section %s has its names in a section that there is not", printable(table.Name))
	}
	data, err := f.Data(table)
	if err != nil {
		return nil, err
	}
	names, err := f.text(f.Header.Sections[table.Link])
	if err != nil {
		return nil, err
	}
	return func(yield func(Symbol) bool) {
		for rest := data[min(size, uint64(len(data))):]; uint64(len(rest)) >= size; rest = rest[size:] { // the first is none
			s, at := f.symbol(rest)
			name, ok := nameAt(names, at)
			if s.Name = name; ok && !yield(s) {
				return
			}
		}
	}, nil
}

// symbol decodes Elf64_Sym or Elf32_Sym, and where the name is.
func (f *File) symbol(b []byte) (s Symbol, name uint32) {
	order := f.Header.ByteOrder
	info, section := b[4], order.Uint16(b[6:])
	if f.Header.Class == elf.ELFCLASS32 {
		info, section = b[12], order.Uint16(b[14:])
		s.Value, s.Size = uint64(order.Uint32(b[4:])), uint64(order.Uint32(b[8:]))
	} else {
		s.Value, s.Size = order.Uint64(b[8:]), order.Uint64(b[16:])
	}
	s.Kind, s.Section = elf.ST_TYPE(info), elf.SectionIndex(section)
	return s, order.Uint32(b)
}

// nameAt returns the name at an offset of a table, and whether it ends.
func nameAt(names string, at uint32) (string, bool) {
	if uint64(at) >= uint64(len(names)) {
		return "", at == 0 // without any
	}
	rest := names[at:]
	end := strings.IndexByte(rest[:min(len(rest), mostName)], 0)
	if end < 0 {
		return "", false
	}
	return rest[:end], true
}
