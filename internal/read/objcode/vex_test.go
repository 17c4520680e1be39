package objcode

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// The lengths are those that GNU objdump gives.
func TestVector(t *testing.T) {
	for _, c := range []struct {
		code          string
		length, field int
	}{
		{"c5 f8 77", 3, 0},                       // vzeroupper
		{"c5 fd d7 d3", 4, 0},                    // vpmovmskb %ymm3,%edx
		{"c5 fe 6f 05 10 20 30 40", 8, 4},        // vmovdqu 0x40302010(%rip),%ymm0
		{"c4 e2 7d 78 05 10 20 30 40", 9, 5},     // vpbroadcastb 0x40302010(%rip),%ymm0
		{"c4 e3 7d 46 05 10 20 30 40 31", 10, 5}, // vperm2i128 $0x31,0x40302010(%rip),%ymm0,%ymm0
		{"c5 fe 6f 44 9e 20", 6, 0},              // vmovdqu 0x20(%rsi,%rbx,4),%ymm0
		{"c5 fe 6f 04 25 10 20 30 40", 9, 0},     // vmovdqu 0x40302010,%ymm0
		{"c5 fd 70 c1 1b", 5, 0},                 // vpshufd $0x1b,%ymm1,%ymm0
		{"62 f1 fe 48 6f 86 10 20 30 40", 10, 0}, // vmovdqu64 0x40302010(%rsi),%zmm0
		{"62 f1 fe 48 6f 46 01", 7, 0},           // vmovdqu64 0x40(%rsi),%zmm0
		{"62 f2 fd 48 59 05 10 20 30 40", 10, 6}, // vpbroadcastq 0x40302010(%rip),%zmm0
		{"48 8d 05 10 20 30 40", 0, 0},           // lea, which is none
		{"c5 fe 6f 05 10", 0, 0},                 // cut off
	} {
		code, err := hex.DecodeString(strings.ReplaceAll(c.code, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		if c.length > 0 {
			code = append(code, 0x90, 0x90, 0x90, 0x90)
		}
		if length, field := vector(code); length != c.length || field != c.field && c.length > 0 {
			t.Errorf("%s: %d bytes, distance at %d; want %d and %d", c.code, length, field, c.length, c.field)
		}
	}
}

func FuzzVector(f *testing.F) {
	f.Add([]byte{0xc5, 0xfe, 0x6f, 0x05, 1, 2, 3, 4})
	f.Add([]byte{0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x86, 1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, code []byte) {
		length, field := vector(code)
		if length < 0 || length > len(code) || length > 0 && field > 0 && field+4 > length {
			t.Errorf("% x: %d bytes, distance at %d", code, length, field)
		}
	})
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("\x7fELF\x02\x01\x01"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if m, err := Open(bytes.NewReader(program), "program", int64(len(program))); (m == nil) == (err == nil) {
			t.Errorf("an image and %v", err)
		}
	})
}
