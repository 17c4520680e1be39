package objcode

import (
	"bytes"
	"debug/elf"

	"golang.org/x/arch/x86/x86asm"
)

// function returns the function of a symbol.
func (m *Image) function(s symbol) (*object, error) {
	o := &object{name: s.name, size: s.size, code: true, body: bytes.Clone(m.bytes(s.addr, s.size))}
	if m.arch == elf.EM_AARCH64 {
		return o, m.arm64(o, s.addr)
	}
	return o, m.amd64(o, s.addr)
}

// amd64 takes the distances out of the code of o. Jumps within the function stay
// what they are. Absolute addresses appear in hand-written code alone: those
// beside an index register are references, too.
func (m *Image) amd64(o *object, start uint64) error {
	for at := 0; at < len(o.body); {
		inst, err := decode(o.body[at:])
		if err != nil || inst.Len == 0 {
			return undetermined("an instruction of %s is not known: % x", o.name, o.body[at:min(len(o.body), at+8)])
		}
		if inst.PCRel > 0 {
			field := o.body[at+inst.PCRelOff:][:inst.PCRel]
			target := start + uint64(at+inst.Len) + uint64(distance(field))
			if target < start || target >= start+o.size {
				clear(field)
				o.refs = append(o.refs, ref{target: target, taken: inst.Op == x86asm.LEA})
			}
		}
		for _, arg := range inst.Args {
			if mem, ok := arg.(x86asm.Mem); ok && mem.Base == 0 && mem.Segment == 0 && uint64(mem.Disp) >= m.low && uint64(mem.Disp) < m.high {
				o.refs = append(o.refs, ref{target: uint64(mem.Disp), taken: true})
			}
		}
		at += inst.Len
	}
	return nil
}

// decode decodes one instruction, of vector instructions no more than is needed.
func decode(code []byte) (x86asm.Inst, error) {
	length, field := vector(code)
	if length == 0 {
		return x86asm.Decode(code, 64)
	}
	inst := x86asm.Inst{Len: length}
	if field > 0 {
		inst.PCRel, inst.PCRelOff = 4, field
	}
	return inst, nil
}

// distance is a little-endian number with a sign.
func distance(field []byte) int64 {
	var d int64
	for i := len(field) - 1; i >= 0; i-- {
		d = d<<8 | int64(field[i])
	}
	shift := 64 - 8*len(field)
	return d << shift >> shift
}
