//go:build linux && amd64

package main

// form is what follows an opcode.
type form struct {
	modrm     bool
	immediate immediate
}

// immediate is how many bytes of constants end an instruction: that many, or one of these.
type immediate int

const (
	operand immediate = -1 // four, or two after 66
	whole   immediate = -2 // that, or eight after REX.W
)

func (i immediate) bytes(short, wide bool) int {
	switch {
	case i >= 0:
		return int(i)
	case short:
		return 2
	case i == whole && wide:
		return 8
	}
	return 4
}

// form returns what follows the opcode; false where that is not known.
func (i instruction) form() (f form, ok bool) {
	switch i.table {
	case 1:
		return i.one()
	case 2:
		return i.two()
	case 3:
		return form{true, 0}, true
	case 4:
		return form{true, 1}, true
	}
	return form{}, false
}

// one is the table of opcodes of one byte.
func (i instruction) one() (f form, ok bool) {
	switch o := i.opcode; {
	case o < 0x40 && o&7 < 4, o == 0x63, o >= 0x84 && o <= 0x8e, o == 0x8f && i.modrm>>3&7 == 0,
		o >= 0xd0 && o <= 0xd3, o >= 0xd8 && o <= 0xdf, o >= 0xfe:
		return form{true, 0}, true
	case o < 0x40 && o&7 == 4, o == 0x6a, o>>4 == 7, o == 0xa8, o >= 0xb0 && o <= 0xb7, o == 0xcd,
		o >= 0xe0 && o <= 0xe7, o == 0xeb:
		return form{false, 1}, true
	case o < 0x40 && o&7 == 5, o == 0x68, o == 0xa9:
		return form{false, operand}, true
	case o == 0x6b, o == 0x80, o == 0x83, o == 0xc0, o == 0xc1, o == 0xc6:
		return form{true, 1}, true
	case o == 0x69, o == 0x81, o == 0xc7:
		return form{true, operand}, true
	case o == 0xf6 && i.modrm>>3&7 < 2:
		return form{true, 1}, true
	case o == 0xf7 && i.modrm>>3&7 < 2:
		return form{true, operand}, true
	case o == 0xf6, o == 0xf7:
		return form{true, 0}, true
	case o >= 0xb8 && o <= 0xbf:
		return form{false, whole}, true
	case o == 0xe8, o == 0xe9:
		return form{false, 4}, true
	case o == 0xc2:
		return form{false, 2}, true
	case o>>4 == 5, o >= 0x6c && o <= 0x6f, o >= 0x90 && o <= 0x99, o >= 0x9b && o <= 0x9f,
		o >= 0xa4 && o <= 0xa7, o >= 0xaa && o <= 0xaf, o == 0xc3, o == 0xc9, o == 0xcc,
		o >= 0xec && o <= 0xef, o == 0xf4, o == 0xf5, o >= 0xf8 && o <= 0xfd:
		return form{}, true
	}
	return form{}, false
}

// two is the table of opcodes after 0F.
func (i instruction) two() (f form, ok bool) {
	switch o := i.opcode; {
	case o >= 0x80 && o <= 0x8f && !i.vector:
		return form{false, 4}, true
	case o >= 0x70 && o <= 0x73, o == 0xa4, o == 0xac, o == 0xba, o == 0xc2, o >= 0xc4 && o <= 0xc6:
		return form{true, 1}, true
	case o == 0x05, o == 0x0b, o >= 0x30 && o <= 0x33, o == 0x77, o == 0xa2, o >= 0xc8 && o <= 0xcf:
		return form{}, true
	case o <= 0x03, o == 0x0d, o >= 0x10 && o <= 0x1f, o >= 0x28 && o <= 0x2f, o >= 0x40 && o <= 0x6f,
		o >= 0x74 && o <= 0x76, o >= 0x7c && o <= 0x9f, o == 0xa3, o == 0xa5, o == 0xab,
		o >= 0xad && o <= 0xc7, o >= 0xd0:
		return form{true, 0}, true
	}
	return form{}, false
}
