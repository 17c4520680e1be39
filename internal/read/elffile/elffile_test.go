package elffile

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// crafted returns a file for 64 bits with these sections behind an empty one and
// before that of the names, which are s0, s1 and so on.
func crafted(t testing.TB, sections ...elf.Section64) []byte {
	t.Helper()
	const headSize, sectionSize = 64, 64
	sections = slices.Insert(slices.Clone(sections), 0, elf.Section64{})
	names := "\x00"
	for i := range sections[1:] {
		sections[i+1].Name = uint32(len(names))
		names += "s" + string(rune('0'+i)) + "\x00"
	}
	sections = append(sections, elf.Section64{Type: uint32(elf.SHT_STRTAB), Off: headSize, Size: uint64(len(names))})
	head := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: 1,
		Shoff: headSize + uint64(len(names)), Ehsize: headSize, Shentsize: sectionSize, Shnum: uint16(len(sections)), Shstrndx: uint16(len(sections) - 1)}
	copy(head.Ident[:], elf.ELFMAG+"\x02\x01\x01")
	var b bytes.Buffer
	for _, part := range []any{head, []byte(names), sections} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// endless is a file that begins with some bytes and has zeros from there on, as one
// with a hole has.
type endless []byte

func (e endless) ReadAt(b []byte, at int64) (int, error) {
	clear(b)
	if at < int64(len(e)) {
		copy(b, e[at:])
	}
	return len(b), nil
}

// within fails when f allocates more than some MB.
func within(t *testing.T, most uint64, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > most {
		t.Errorf("%d MB were allocated, more than %d", got, most)
	}
}

func TestHostileSections(t *testing.T) {
	const huge = 16 << 30
	compressed := elf.Section64{Type: uint32(elf.SHT_PROGBITS), Flags: uint64(elf.SHF_COMPRESSED), Off: 0, Size: 24}
	for name, c := range map[string]struct {
		section elf.Section64
		size    int64 // of the file; 0 for what there is
		room    uint64
		want    string
	}{
		"larger than the file": {elf.Section64{Type: uint32(elf.SHT_PROGBITS), Size: huge}, 0, 1 << 20, `file: section "s0" claims 16.00GiB, more than the file has (`},
		"behind the file":      {elf.Section64{Type: uint32(elf.SHT_PROGBITS), Off: 1 << 40, Size: 1}, 0, 1 << 20, "more than the file has"},
		"both at the limit":    {elf.Section64{Type: uint32(elf.SHT_PROGBITS), Off: 1<<63 - 1, Size: 1<<63 - 1}, 0, 1 << 20, "more than the file has"},
		"in a hole":            {elf.Section64{Type: uint32(elf.SHT_PROGBITS), Size: huge}, 1 << 40, 1 << 20, `with the 16.00GiB of section "s0" there is more than the limit of 1.000MiB`},
		"compressed":           {compressed, 0, 1 << 20, `section "s0" is compressed`},
	} {
		within(t, 1, func() {
			file := crafted(t, c.section)
			f, err := Open(endless(file), "file", max(c.size, int64(len(file))), NewRoom(c.room))
			if err != nil {
				t.Fatal(name, err)
			}
			if data, err := f.Data(f.Header.Sections[1]); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %d bytes, %v", name, len(data), err)
			}
		})
	}
}

// TestRoomIsShared reads the same bytes again under other names.
func TestRoomIsShared(t *testing.T) {
	half := elf.Section64{Type: uint32(elf.SHT_PROGBITS), Size: 60}
	file := crafted(t, half, half, half)
	f, err := Open(bytes.NewReader(file), "file", int64(len(file)), NewRoom(120))
	if err != nil {
		t.Fatal(err)
	}
	for i, refused := range []bool{false, false, true} {
		if _, err := f.Data(f.Header.Sections[i+1]); errors.Is(err, ErrRefused) != refused {
			t.Errorf("section %d: %v", i, err)
		}
	}
}

func TestHostileHeaders(t *testing.T) {
	le := binary.LittleEndian
	names := func(b []byte) []byte { return b[len(b)-64:] } // the header of the section that has them
	for name, c := range map[string]struct {
		change func(b []byte)
		want   string
	}{
		"headers of sections behind the end": {func(b []byte) { le.PutUint64(b[40:], 1<<50) }, "lie behind the file's end"},
		"a million sections":                 {func(b []byte) { le.PutUint16(b[60:], 0); le.PutUint64(b[le.Uint64(b[40:])+32:], 1<<20) }, "it claims 1048576 sections"},
		"large headers of sections":          {func(b []byte) { le.PutUint16(b[58:], 0xffff) }, "headers of sections claim 65535 bytes"},
		"large headers of programs":          {func(b []byte) { le.PutUint16(b[54:], 0xffff); le.PutUint16(b[56:], 0xffff) }, "headers of programs claim 65535 bytes"},
		"names larger than the file":         {func(b []byte) { le.PutUint64(names(b)[32:], 1<<34) }, "the names of its sections claim 16.00GiB"},
		"compressed names":                   {func(b []byte) { le.PutUint64(names(b)[8:], uint64(elf.SHF_COMPRESSED)) }, "are compressed"},
	} {
		file := crafted(t)
		c.change(file)
		within(t, 1, func() {
			if _, err := Open(endless(file), "file", int64(len(file)), NewRoom(1<<20)); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := BuildInfo(endless(file), "file", int64(len(file))); !errors.Is(err, ErrRefused) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	file := crafted(t)
	le.PutUint64(names(file)[32:], 1<<34)
	if _, err := Open(endless(file), "file", 1<<40, NewRoom(1<<20)); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "more than the limit") {
		t.Error(err)
	}
}

// TestLongNames has symbols whose names are all the rest of one long string.
func TestLongNames(t *testing.T) {
	const symbols, length = 1 << 16, 1 << 20
	file := crafted(t,
		elf.Section64{Type: uint32(elf.SHT_SYMTAB), Link: 2, Off: 1 << 20, Size: symbols * elf.Sym64Size},
		elf.Section64{Type: uint32(elf.SHT_STRTAB), Off: 4 << 20, Size: length})
	file = slices.Grow(file, 8<<20)[:4<<20+length]
	for i := range file[4<<20 : len(file)-1] {
		file[4<<20+i] = 'a'
	}
	within(t, 8, func() {
		f, err := Open(bytes.NewReader(file), "file", int64(len(file)), NewRoom(8<<20))
		if err != nil {
			t.Fatal(err)
		}
		all, err := f.Symbols(elf.SHT_SYMTAB)
		if err != nil {
			t.Fatal(err)
		}
		for s := range all {
			t.Fatalf("a symbol whose name has %d bytes", len(s.Name))
		}
	})
	file = crafted(t, elf.Section64{Type: uint32(elf.SHT_SYMTAB), Link: 1, Size: 1 << 40})
	f, err := Open(endless(file), "file", 1<<50, NewRoom(1<<40))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Symbols(elf.SHT_SYMTAB); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "symbols, more than the limit of 8388608") {
		t.Error(err)
	}
}

// TestSymbols compares with package debug/elf.
func TestSymbols(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs an ELF file")
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer self.Close()
	size, err := self.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(self, path, size, NewRoom(1<<30))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := BuildInfo(self, path, size); err != nil || info.GoVersion != runtime.Version() {
		t.Errorf("%v, %v", info, err)
	}
	var got, want []Symbol
	all, err := f.Symbols(elf.SHT_SYMTAB)
	reference, unknown := f.Header.Symbols()
	if errors.Is(unknown, elf.ErrNoSymbols) { // as go test strips it
		t.Skip(unknown, err)
	}
	for s := range all {
		got = append(got, s)
	}
	for _, s := range reference {
		want = append(want, Symbol{s.Name, s.Value, s.Size, elf.ST_TYPE(s.Info), s.Section})
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d symbols, want %d", len(got), len(want))
	}
}

// TestEndlessData has a segment of data in which what it was built from is searched
// for.
func TestEndlessData(t *testing.T) {
	file := crafted(t)
	binary.LittleEndian.PutUint64(file[32:], uint64(len(file)))
	binary.LittleEndian.PutUint16(file[54:], 56)
	binary.LittleEndian.PutUint16(file[56:], 1)
	var b bytes.Buffer
	prog := elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_W), Vaddr: 1 << 20, Filesz: 1 << 40, Memsz: 1 << 40}
	if err := binary.Write(&b, binary.LittleEndian, prog); err != nil {
		t.Fatal(err)
	}
	file = append(file, b.Bytes()...)
	within(t, 4, func() {
		if _, err := BuildInfo(endless(file), "file", 1<<41); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "64.00MiB") {
			t.Error(err)
		}
	})
}

// FuzzFile writes anything anywhere into the headers: what is read stays bounded.
func FuzzFile(f *testing.F) {
	whole := crafted(f,
		elf.Section64{Type: uint32(elf.SHT_SYMTAB), Link: 2, Off: 64, Size: 96},
		elf.Section64{Type: uint32(elf.SHT_STRTAB), Off: 64, Size: 40})
	for at := uint16(0); int(at) < len(whole); at += 8 {
		f.Add(at, ^uint64(0), false)
		f.Add(at, uint64(1)<<34, true)
	}
	f.Fuzz(func(t *testing.T, at uint16, value uint64, hole bool) {
		file := slices.Clone(whole)
		binary.LittleEndian.PutUint64(file[int(at)%(len(file)-8):], value)
		size, r := int64(len(file)), io.ReaderAt(bytes.NewReader(file))
		if hole {
			size, r = 1<<40, endless(file)
		}
		within(t, 64, func() {
			_, _ = BuildInfo(r, "file", size)
			program, err := Open(r, "file", size, NewRoom(1<<20))
			if err != nil {
				return
			}
			for _, s := range program.Header.Sections {
				if data, err := program.Data(s); err == nil && len(data) > 1<<20 {
					t.Errorf("%d bytes", len(data))
				}
			}
			if all, err := program.Symbols(elf.SHT_SYMTAB); err == nil {
				for range all {
				}
			}
		})
	})
}
