package objcode

// vector returns the length of an instruction with a VEX or EVEX prefix, which in
// 64-bit code are the only ones that begin with these bytes, and where in it the 4
// bytes of a distance are that its operand in memory is away, 0 when there is
// none. The length is 0 when it is something else (Intel SDM, volume 2, 2.3 and
// 2.7).
func vector(code []byte) (length, field int) {
	if len(code) < 5 {
		return 0, 0
	}
	opcode, group := 0, byte(1)
	switch code[0] {
	case 0xc5:
		opcode = 2
	case 0xc4:
		opcode, group = 3, code[1]&0x1f
	case 0x62:
		opcode, group = 4, code[1]&7
	default:
		return 0, 0
	}
	if code[0] != 0x62 && group == 1 && code[opcode] == 0x77 { // VZEROUPPER, VZEROALL
		return opcode + 1, 0
	}
	operand, field := modRM(code[opcode+1:])
	if operand == 0 {
		return 0, 0
	}
	length = opcode + 1 + operand
	if field > 0 {
		field += opcode + 1
	}
	if immediate(group, code[opcode]) {
		length++
	}
	if length > len(code) {
		return 0, 0
	}
	return length, field
}

// immediate reports whether a byte of an immediate operand follows.
func immediate(group, opcode byte) bool {
	switch group {
	case 1:
		return opcode >= 0x70 && opcode <= 0x73 || opcode == 0xc2 || opcode >= 0xc4 && opcode <= 0xc6
	case 3:
		return true
	}
	return false
}

// modRM returns the length of an operand that begins with its ModR/M byte, and
// where a distance is in it.
func modRM(code []byte) (length, field int) {
	if len(code) == 0 {
		return 0, 0
	}
	mod, rm := code[0]>>6, code[0]&7
	length = 1
	if mod == 3 {
		return length, 0
	}
	base := rm
	if rm == 4 {
		if len(code) < 2 {
			return 0, 0
		}
		base = code[1] & 7
		length++
	}
	switch {
	case mod == 0 && rm == 5:
		return length + 4, length
	case mod == 0 && base == 5, mod == 2:
		return length + 4, 0
	case mod == 1: // EVEX scales it, in one byte as well
		return length + 1, 0
	}
	return length, 0
}
