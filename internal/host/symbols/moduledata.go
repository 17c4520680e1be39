package symbols

import (
	"debug/elf"
	"encoding/binary"
	"slices"

	"tare/internal/read/elffile"
)

// findGoTable returns the function table of a Go program, or nil. The linker has
// its address in runtime.moduledata, with two that the table does not have:
// where the program's text begins, which is not the section of that name once
// a C linker was at work, and where the trees of inlined calls are. The error is
// that of a section that cannot be read.
func findGoTable(f *elffile.File) (*goTable, error) {
	sections, order := f.Header.Sections, f.Header.ByteOrder
	i := slices.IndexFunc(sections, func(s *elf.Section) bool {
		return s.Name == ".gopclntab" || s.Name == ".data.rel.ro.gopclntab"
	})
	if i < 0 {
		return nil, nil
	}
	section := sections[i]
	data, err := f.Data(section)
	if err != nil {
		return nil, err
	}
	t, ok := newGoTable(data, order)
	if !ok {
		return nil, nil
	}
	fixes, err := relocations(f)
	if err != nil {
		return nil, err
	}
	size := int(data[7])
	names := section.Addr + uint64(len(data)-len(t.names))
	for _, candidate := range sections {
		// By name since Go 1.26, in the data before that.
		if !slices.Contains([]string{".go.module", ".noptrdata", ".data", ".data.rel.ro"}, candidate.Name) {
			continue
		}
		words, err := f.Data(candidate)
		if err != nil {
			return nil, err
		}
		relocate(f.Header, candidate, words, fixes)
		m, ok := findModuledata(words, order, size, section.Addr, names)
		if !ok {
			continue
		}
		t.text = m.word(moduleText)
		gofunc := m.gofunc(section)
		t.inline = func(b []byte, offset uint32) bool { return readAddress(f.Header, b, gofunc+uint64(offset)) }
		return t, nil
	}
	return nil, nil
}

// moduledata is runtime.moduledata, in words.
type moduledata struct {
	data  []byte
	order binary.ByteOrder
	size  int // of a word, in bytes
}

// Fields of runtime.moduledata, as words: two that have not moved since Go 1.20,
// and the one that begins what has.
const (
	moduleText   = 22
	moduleTypes  = 37
	moduleGofunc = 40 // until Go 1.26
	moduleWords  = 48
)

// findModuledata searches data for a moduledata: the address of the function
// table, then that of the names in it.
func findModuledata(data []byte, order binary.ByteOrder, size int, table, names uint64) (moduledata, bool) {
	for ; len(data) >= moduleWords*size; data = data[size:] {
		m := moduledata{data, order, size}
		if m.word(0) == table && m.word(1) == names {
			return m, true
		}
	}
	return moduledata{}, false
}

func (m moduledata) word(i int) uint64 { return readWord(m.data[i*m.size:], m.order, m.size) }

// gofunc is the address that trees of inlined calls count from. Since Go 1.26 it
// is in the section of the function table, as no field before it, so that it
// is found where newer versions put it.
func (m moduledata) gofunc(table *elf.Section) uint64 {
	for i := moduleTypes; i < moduleWords; i++ {
		if addr := m.word(i); addr > table.Addr && addr < table.Addr+table.Size {
			return addr
		}
	}
	return m.word(moduleGofunc)
}

// readAddress reads what the file has for an address of its memory.
func readAddress(f *elf.File, b []byte, addr uint64) bool {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && addr >= p.Vaddr && addr-p.Vaddr < p.Filesz {
			_, err := p.ReadAt(b, int64(addr-p.Vaddr))
			return err == nil
		}
	}
	return false
}

// relocations returns the section with the addresses that C linkers leave to the
// loader, in executables that may lie anywhere; nil when there is none.
func relocations(f *elffile.File) ([]byte, error) {
	rela := f.Section(".rela.dyn")
	if rela == nil || f.Header.Class != elf.ELFCLASS64 {
		return nil, nil
	}
	return f.Data(rela)
}

// relocate fills the addresses of fixes, from relocations, into data, which is
// what a section holds.
func relocate(f *elf.File, s *elf.Section, data, fixes []byte) {
	for ; len(fixes) >= 24; fixes = fixes[24:] { // Elf64_Rela
		offset, kind, addend := f.ByteOrder.Uint64(fixes), uint32(f.ByteOrder.Uint64(fixes[8:])), f.ByteOrder.Uint64(fixes[16:])
		relative := f.Machine == elf.EM_X86_64 && kind == uint32(elf.R_X86_64_RELATIVE) ||
			f.Machine == elf.EM_AARCH64 && kind == uint32(elf.R_AARCH64_RELATIVE)
		if at := offset - s.Addr; relative && offset >= s.Addr && uint64(len(data)) >= 8 && at <= uint64(len(data))-8 {
			f.ByteOrder.PutUint64(data[at:], addend)
		}
	}
}
