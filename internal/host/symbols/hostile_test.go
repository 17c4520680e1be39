package symbols

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"strings"
	"testing"

	"tare/internal/read/elffile"
	"tare/internal/record"
)

// hostile is a program of one page that claims to have 16 GB of symbols.
func hostile(t *testing.T) nopCloser {
	t.Helper()
	head := elf.Header64{Type: uint16(elf.ET_DYN), Machine: uint16(elf.EM_X86_64), Version: 1, Phoff: 64, Phentsize: 56, Phnum: 1,
		Shoff: 64 + 56, Shentsize: 64, Shnum: 2}
	copy(head.Ident[:], elf.ELFMAG+"\x02\x01\x01")
	code := elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_X), Filesz: 4096, Memsz: 4096}
	sections := []elf.Section64{{}, {Type: uint32(elf.SHT_SYMTAB), Link: 1, Size: 1 << 34 / 1024 * 24}}
	var b bytes.Buffer
	for _, part := range []any{head, code, sections, make([]byte, 4096)} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	return nopCloser{bytes.NewReader(b.Bytes())}
}

// TestHostileFiles names what it can, and says once why there is no more.
func TestHostileFiles(t *testing.T) {
	table := &Table{modules: map[string]*module{}, room: elffile.NewRoom(mostRead), cache: map[uint64][]record.Call{}}
	for i, path := range []string{"/tmp/a", "/tmp/b", "/tmp/c"} {
		m := newModule(path, hostile(t), table.room)
		table.modules[path] = m
		at := uint64(i+1) << 20
		table.mappings = append(table.mappings, mapping{start: at, end: at + 4096, module: m})
	}
	if why := table.Unnamed(); why != "" {
		t.Errorf("before anything is read: %s", why)
	}
	for range 2 {
		calls := table.Stack([]uint64{1<<20 + 16, 2<<20 + 33})
		if len(calls) != 2 || calls[0].Func != "a+0x10" || calls[1].Func != "b+0x20" {
			t.Errorf("got %v", calls)
		}
	}
	why := table.Unnamed()
	if !strings.HasPrefix(why, "not all functions have names: /tmp/a: section ") || !strings.HasSuffix(why, "; files of that kind: 2") {
		t.Errorf("said %q", why)
	}
}
