package symbols

import (
	"encoding/binary"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tare/internal/read/elffile"
)

func TestParseMaps(t *testing.T) {
	const maps = `00400000-0048c000 r--p 00000000 08:02 173521                             /tmp/a b (deleted)
0048c000-00500000 r-xp 0008c000 08:02 173521                             /tmp/a b (deleted)
7f1000000000-7f1000001000 rwxp 00000000 00:00 0 
7ffd5b3f2000-7ffd5b3f4000 r-xp 00000000 00:00 0                          [vdso]
`
	want := []region{
		{0x48c000, 0x500000, 0x8c000, "08:02 173521 /tmp/a b (deleted)", "/tmp/a b (deleted)"},
		{0x7f1000000000, 0x7f1000001000, 0, "00:00 0 [anon]", "[anon]"},
		{0x7ffd5b3f2000, 0x7ffd5b3f4000, 0, "00:00 0 [vdso]", "[vdso]"},
	}
	if got, err := parseMaps(strings.NewReader(maps)); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v\nwant %v", got, err, want)
	}
	for _, bad := range []string{"00400000-0048c000 r-xp", "x-y r-xp 0 08:02 1 /bin/true"} {
		if got, err := parseMaps(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is %v", bad, got)
		}
	}
	if got := base("/tmp/a b (deleted)"); got != "a b" {
		t.Errorf("got %q", got)
	}
}

// FuzzGoTable writes anything anywhere into the table of this very program:
// lookups must come to an end and stay inside.
func FuzzGoTable(f *testing.F) {
	self, err := os.Open("/proc/self/exe")
	if err != nil {
		f.Skip(err)
	}
	info, err := self.Stat()
	if err != nil {
		f.Fatal(err)
	}
	program, err := elffile.Open(self, "self", info.Size(), elffile.NewRoom(mostRead))
	if err != nil {
		f.Fatal(err)
	}
	data, err := program.Data(program.Section(".gopclntab"))
	if err != nil {
		f.Fatal(err)
	}
	whole, err := findGoTable(program)
	if err != nil {
		f.Fatal(err)
	}
	pc, _, _, _ := runtime.Caller(0)
	here := uint64(pc) - whole.text
	entry := len(data) - len(whole.functab)
	for offset := range uint32(72) {
		f.Add(offset, ^uint64(0), here)
		f.Add(uint32(entry)+offset, ^uint64(0), uint64(0))
	}
	for i := range 20 { // fields of a function
		at := binary.LittleEndian.Uint32(whole.functab[4:])
		f.Add(uint32(entry)+at+4*uint32(i), uint64(1)<<(3*i), uint64(0))
	}
	f.Fuzz(func(t *testing.T, offset uint32, value, addr uint64) {
		at := data[int(offset)%(len(data)-8):][:8]
		before := slices.Clone(at)
		defer copy(at, before)
		binary.LittleEndian.PutUint64(at, value)
		table, ok := newGoTable(data, binary.LittleEndian)
		if !ok {
			return
		}
		table.inline = whole.inline
		if calls := table.calls(addr); len(calls) > maxInlined {
			t.Errorf("%d calls", len(calls))
		}
	})
}
