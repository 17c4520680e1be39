//go:build linux && amd64

package main

import "testing"

// Only an instruction that begins where another ended is counted.
func TestCount(t *testing.T) {
	for _, test := range []struct {
		name    string
		code    string
		flushes int
		decided bool
	}{
		{"clflush", "\x0f\xae\x38\xc3", 1, true},
		{"after REX", "\x41\x0f\xae\x39\xc3", 1, true},
		{"clflushopt", "\x66\x0f\xae\x78\x08\xc3", 1, true},
		{"sfence", "\x0f\xae\xf8\xc3", 0, true},
		{"mfence, lfence", "\x0f\xae\xf0\x0f\xae\xe8\xc3", 0, true},
		{"stmxcsr", "\x0f\xae\x1c\x24\xc3", 0, true},
		{"in a constant", "\x48\xb8\x0f\xae\x38\x00\x0f\xae\x38\x00\xc3", 0, true},
		{"in a displacement", "\x48\x8b\x0d\x0f\xae\x38\x00\xc3", 0, true},
		{"in an offset with SIB", "\x8b\x84\xc8\x0f\xae\x38\x00\xc3", 0, true},
		{"after both kinds of VEX", "\xc5\xfd\x6f\x06\xc4\xe2\x7d\x78\xc0\x0f\xae\x38", 1, true},
		{"after EVEX", "\x62\xf1\xfe\x48\x6f\x06\x0f\xae\x38", 1, true},
		{"after a short constant", "\x66\x81\xc1\x0f\xae\x0f\xae\x38", 1, true},
		{"after what is not known", "\x06\x0f\xae\x38", 0, false},
		{"none after what is not known", "\x06\x0f\xae\xf8", 0, true},
		{"cut off", "\xe8\x00\x0f\xae", 0, true},
		{"empty", "", 0, true},
	} {
		if flushes, decided := count([]byte(test.code)); flushes != test.flushes || decided != test.decided {
			t.Errorf("%s: %d, %t; want %d, %t", test.name, flushes, decided, test.flushes, test.decided)
		}
	}
}
