package elffile

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
)

// What the headers of a file may come to. Package debug/elf reads the names of
// sections before anybody can look at them, and copies one for each section.
// Programs have some 40 sections with names of 20 bytes.
const (
	mostSections = 4096
	mostNames    = 64 << 10 // bytes, of all sections
)

// layout is where fields lie in the headers of a class, in bytes; see elf(5).
type layout struct {
	shoff, phentsize, shentsize, shnum, shstrndx int // in the file header
	word                                         int // of an offset or a size
	program, section                             int // size of a header
	flags, offset, size, link                    int // in the header of a section
}

var layouts = map[elf.Class]layout{
	elf.ELFCLASS32: {shoff: 32, phentsize: 42, shentsize: 46, shnum: 48, shstrndx: 50, word: 4,
		program: 32, section: 40, flags: 8, offset: 16, size: 20, link: 24},
	elf.ELFCLASS64: {shoff: 40, phentsize: 54, shentsize: 58, shnum: 60, shstrndx: 62, word: 8,
		program: 56, section: 64, flags: 8, offset: 24, size: 32, link: 40},
}

// headers reads fields of one file.
type headers struct {
	layout
	order binary.ByteOrder
}

func (h headers) half(b []byte, at int) uint64 { return uint64(h.order.Uint16(b[at:])) }

func (h headers) wide(b []byte, at int) uint64 {
	if h.word == 4 {
		return uint64(h.order.Uint32(b[at:]))
	}
	return h.order.Uint64(b[at:])
}

// checkHeaders refuses what package debug/elf would read without a limit when it
// opens the file. What is no ELF file at all is left to that.
func (f *File) checkHeaders() error {
	var ident [elf.EI_NIDENT]byte
	if _, err := f.r.ReadAt(ident[:], 0); err != nil || string(ident[:4]) != elf.ELFMAG {
		return nil
	}
	h := headers{order: binary.ByteOrder(binary.LittleEndian)}
	if elf.Data(ident[elf.EI_DATA]) == elf.ELFDATA2MSB {
		h.order = binary.BigEndian
	}
	var known bool
	if h.layout, known = layouts[elf.Class(ident[elf.EI_CLASS])]; !known {
		return nil
	}
	head := make([]byte, h.shstrndx+2)
	if _, err := f.r.ReadAt(head, 0); err != nil {
		return fmt.Errorf("%s: reading the header: %w", f.name, err)
	}
	if size := h.half(head, h.phentsize); size != 0 && size != uint64(h.program) {
		return f.refused("headers of programs claim %d bytes instead of %d", size, h.program)
	}
	if h.wide(head, h.shoff) == 0 {
		return nil // without sections
	}
	return f.checkSections(h, head)
}

// checkSections looks at how many sections there are, and at the one with their
// names.
func (f *File) checkSections(h headers, head []byte) error {
	if size := h.half(head, h.shentsize); size != uint64(h.section) {
		return f.refused("headers of sections claim %d bytes instead of %d", size, h.section)
	}
	first := h.wide(head, h.shoff)
	count, names := h.half(head, h.shnum), h.half(head, h.shstrndx)
	if count == 0 { // more than fit into the field: the first section has the number
		b, err := f.sectionHeader(h, first, 0)
		if err != nil {
			return err
		}
		count = h.wide(b, h.size)
		if names == uint64(elf.SHN_XINDEX) {
			names = uint64(h.order.Uint32(b[h.link:]))
		}
	}
	if count > mostSections {
		return f.refused("it claims %d sections, more than the limit of %d", count, mostSections)
	}
	if names == 0 || names >= count {
		return nil // without names, or an error of package debug/elf
	}
	b, err := f.sectionHeader(h, first, names)
	if err != nil {
		return err
	}
	offset, size := h.wide(b, h.offset), h.wide(b, h.size)
	switch {
	case h.wide(b, h.flags)&uint64(elf.SHF_COMPRESSED) != 0:
		return f.refused("the names of its sections are compressed, which no linker does")
	case offset > f.size || size > f.size-offset:
		return f.refused("the names of its sections claim %s, more than the file has (%s)", inBytes(size), inBytes(f.size))
	case size > mostNames:
		return f.refused("the names of its sections have %s, more than the limit of %s", inBytes(size), inBytes(mostNames))
	}
	return nil
}

// sectionHeader reads the header of section i; that of the first is at an offset.
func (f *File) sectionHeader(h headers, first, i uint64) ([]byte, error) {
	at := i * uint64(h.section)
	if first > f.size || f.size-first < at+uint64(h.section) {
		return nil, f.refused("the headers of its sections lie behind the file's end (%s)", inBytes(f.size))
	}
	b := make([]byte, h.section)
	if _, err := f.r.ReadAt(b, int64(first+at)); err != nil {
		return nil, fmt.Errorf("%s: reading the headers of sections: %w", f.name, err)
	}
	return b, nil
}
