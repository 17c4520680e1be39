package objcode

// arm64 takes the distances out of the code of o. There are few instructions with
// one, and their encodings are told by a few bits (Arm Architecture Reference
// Manual, C4.1). Addresses are made by pairs, ADRP and what adds the rest: the
// linker knows no others (cmd/link/internal/arm64, R_ADDRARM64 and
// R_ARM64_PCREL_LDST*).
func (m *Image) arm64(o *object, start uint64) error {
	if o.size%4 != 0 {
		return undetermined("the code of %s ends within an instruction", o.name)
	}
	for at := uint64(0); at < o.size; at += 4 {
		code := m.order.Uint32(o.body[at:])
		if code&0x9f000000 == 0x90000000 { // ADRP
			if at+4 >= o.size || !m.page(o, start, at) {
				return undetermined("%s makes an address in an unknown way", o.name)
			}
			at += 4
			continue
		}
		mask, target := branch(code, start+at)
		if mask == 0 || target >= start && target < start+o.size {
			continue
		}
		m.order.PutUint32(o.body[at:], code&^mask)
		o.refs = append(o.refs, ref{target: target, taken: code&0x1f000000 == 0x10000000})
	}
	return nil
}

// branch returns which bits of an instruction at pc are a distance, none for most,
// and where that leads.
func branch(code uint32, pc uint64) (mask uint32, target uint64) {
	signed := func(low, bits int) uint64 { // in instructions
		return uint64(int64(code)<<(64-low-bits)>>(64-bits)) << 2
	}
	switch {
	case code&0x7c000000 == 0x14000000: // B, BL
		return 0x03ffffff, pc + signed(0, 26)
	case code&0xff000000 == 0x54000000, // B.cond
		code&0x7e000000 == 0x34000000, // CBZ, CBNZ
		code&0x3b000000 == 0x18000000: // LDR of a literal
		return 0x00ffffe0, pc + signed(5, 19)
	case code&0x7e000000 == 0x36000000: // TBZ, TBNZ
		return 0x0007ffe0, pc + signed(5, 14)
	case code&0x9f000000 == 0x10000000: // ADR
		return 0x60ffffe0, pc + signed(5, 19) + uint64(code>>29&3)
	}
	return 0, 0
}

// page takes the address out of an ADRP at an offset and the instruction after it.
// It returns false for a pair that it does not know.
func (m *Image) page(o *object, start, at uint64) bool {
	code, next := m.order.Uint32(o.body[at:]), m.order.Uint32(o.body[at+4:])
	register := code & 31
	pages := int64(code>>5&0x7ffff)<<2 | int64(code>>29&3)
	pages = pages << 43 >> 43
	base := (start+at)&^0xfff + uint64(pages)<<12
	offset := uint64(next >> 10 & 0xfff)
	taken := false
	switch {
	case next>>5&31 != register:
		return false
	case next&0xffc00000 == 0x91000000: // ADD without a shift
		taken = true
	case next&0x3b000000 == 0x39000000: // LDR, STR with an offset in units of its size
		scale := next >> 30
		if next&0x04800000 == 0x04800000 { // 128 bits
			scale = 4
		}
		offset <<= scale
	default:
		return false
	}
	m.order.PutUint32(o.body[at:], code&^0x60ffffe0)
	m.order.PutUint32(o.body[at+4:], next&^0x003ffc00)
	o.refs = append(o.refs, ref{target: base + offset, taken: taken})
	return true
}
