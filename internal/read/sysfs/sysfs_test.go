package sysfs_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"tare/internal/read/sysfs"
)

func TestChosen(t *testing.T) {
	for _, c := range []struct {
		text, marks, want string
		ok                bool
	}{
		{"always [madvise] never", "[]", "madvise", true},
		{"[always]", "[]", "always", true},
		{"none voluntary (full) lazy", "()", "full", true},
		{"none voluntary (full)", "[]", "", false},
		{"always madvise", "[]", "", false},
		{"always [madvise", "[]", "", false},
		{"always []", "[]", "", false},
		{"a [b] [c]", "[]", "", false},
		{"a [b c] d", "[]", "", false},
		{"a b] c", "[]", "", false},
		{"", "[]", "", false},
	} {
		if got, ok := sysfs.Chosen(c.text, c.marks); ok != c.ok || ok && got != c.want {
			t.Errorf("Chosen(%q, %q) = %q, %v", c.text, c.marks, got, ok)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{"32K": 32 << 10, "266240K": 260 << 20, "0K": 0} {
		if got, err := sysfs.ParseSize(text); got != want || err != nil {
			t.Errorf("ParseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "K", "32", "32M", "-1K", "1.5K", "18014398509481984K"} {
		if got, err := sysfs.ParseSize(text); err == nil {
			t.Errorf("ParseSize(%q) = %d, want an error", text, got)
		}
	}
}

func TestParseLatency(t *testing.T) {
	if d, err := sysfs.ParseLatency(strings.NewReader(string(binary.NativeEndian.AppendUint32(nil, 2_000_000_000)))); d != sysfs.NoLatencyLimit || err != nil {
		t.Errorf("got %v, %v", d, err)
	}
	for _, text := range []string{"", "123", "1000\n"} {
		if d, err := sysfs.ParseLatency(strings.NewReader(text)); err == nil {
			t.Errorf("%q: got %v", text, d)
		}
	}
}

func FuzzChosen(f *testing.F) {
	f.Add("always [madvise] never")
	f.Add("][")
	f.Fuzz(func(t *testing.T, text string) {
		if word, ok := sysfs.Chosen(text, "[]"); ok && !strings.Contains(text, "["+word+"]") {
			t.Errorf("Chosen(%q) = %q", text, word)
		}
	})
}

func FuzzParseSize(f *testing.F) {
	f.Add("32K")
	f.Fuzz(func(t *testing.T, text string) {
		if size, err := sysfs.ParseSize(text); err == nil && size%1024 != 0 {
			t.Errorf("ParseSize(%q) = %d", text, size)
		}
	})
}
