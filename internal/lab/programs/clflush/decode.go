//go:build linux && amd64

package main

// instruction is what the scan has to know of one: where the next begins, and its operation.
type instruction struct {
	length int
	table  int  // of the opcode: 1 for one byte, 2 for 0F, 3 for 0F 38, 4 for 0F 3A
	opcode byte // in that table
	modrm  byte // the byte that names the operands, where there is one
	vector bool // by a VEX or EVEX prefix
}

// flushes says whether this is CLFLUSH, 0F AE /7 with an operand in memory, or CLFLUSHOPT,
// the same after 66. SFENCE is 0F AE /7 with a register.
func (i instruction) flushes() bool {
	return !i.vector && i.table == 2 && i.opcode == 0xae && flushing(i.modrm)
}

func flushing(modrm byte) bool { return modrm>>3&7 == 7 && modrm>>6 != 3 }

// decode reads the first instruction of 64-bit code; false where it does not know it, or code
// ends. The layout is that of the Intel 64 manual, volume 2, chapter 2 and appendix A.
func decode(code []byte) (i instruction, ok bool) {
	left := len(code)
	var padded [24]byte // an instruction has at most 15
	copy(padded[:15], code)
	code = padded[:]
	at, short, wide := 0, false, false // short: 66 halves operands; wide: REX.W doubles them
	for ; at < 15 && prefix(code[at]); at++ {
		short = short || code[at] == 0x66
	}
	if code[at]>>4 == 4 { // REX
		wide = code[at]&8 != 0
		at++
	}
	at += i.open(code[at:])
	i.opcode = code[at]
	i.modrm = code[at+1]
	f, ok := i.form()
	at++
	if f.modrm {
		at += address(code[at:])
	}
	i.length = at + f.immediate.bytes(short && !wide, wide)
	return i, ok && i.length <= min(left, 15)
}

// open takes the bytes that say which table the opcode is in, and returns how many they are.
func (i *instruction) open(code []byte) int {
	switch {
	case code[0] == 0xc5: // VEX of two bytes
		i.vector, i.table = true, 2
		return 2
	case code[0] == 0xc4: // VEX of three
		i.vector, i.table = true, int(code[1]&31)+1
		return 3
	case code[0] == 0x62: // EVEX
		i.vector, i.table = true, int(code[1]&7)+1
		return 4
	case code[0] == 0x0f && code[1] == 0x38:
		i.table = 3
		return 2
	case code[0] == 0x0f && code[1] == 0x3a:
		i.table = 4
		return 2
	case code[0] == 0x0f:
		i.table = 2
		return 1
	}
	i.table = 1
	return 0
}

func prefix(b byte) bool {
	switch b {
	case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3:
		return true
	}
	return false
}

// address returns how many bytes ModRM, SIB and displacement take.
func address(code []byte) int {
	mod, rm := code[0]>>6, code[0]&7
	n := 1
	if mod == 3 {
		return n
	}
	base := rm
	if rm == 4 {
		base = code[1] & 7
		n++
	}
	switch {
	case mod == 1:
		n++
	case mod == 2, base == 5:
		n += 4
	}
	return n
}
