package sysfs_test

import (
	"slices"
	"strings"
	"testing"

	"tare/internal/read/cgroupfs"
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

func TestParseMask(t *testing.T) {
	for _, c := range []struct {
		mask string
		want []int
	}{
		{"0", nil},
		{"f", []int{0, 1, 2, 3}},
		{"00000001,80000002", []int{1, 31, 32}},
		{"1,00000000,00000000", []int{64}},
	} {
		if got, err := sysfs.ParseMask(c.mask); !slices.Equal(got, c.want) || err != nil {
			t.Errorf("ParseMask(%q) = %v, %v, want %v", c.mask, got, err, c.want)
		}
	}
	for _, mask := range []string{"", ",", "x", "0x1", "-1", "1ffffffff", "1,,1", strings.Repeat("0,", 1024) + "0"} {
		if got, err := sysfs.ParseMask(mask); err == nil {
			t.Errorf("ParseMask(%q) = %v, want an error", mask, got)
		}
	}
}

func TestFormatList(t *testing.T) {
	for _, c := range []struct {
		list []int
		want string
	}{
		{nil, ""},
		{[]int{7}, "7"},
		{[]int{0, 1}, "0-1"},
		{[]int{0, 2, 3, 4, 8}, "0,2-4,8"},
	} {
		if got := sysfs.FormatList(c.list); got != c.want {
			t.Errorf("FormatList(%v) = %q, want %q", c.list, got, c.want)
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

// FuzzParseMask writes the mask as a list and reads that.
func FuzzParseMask(f *testing.F) {
	f.Add("ff")
	f.Add("1,00000005")
	f.Fuzz(func(t *testing.T, mask string) {
		cpus, err := sysfs.ParseMask(mask)
		if err != nil {
			return
		}
		again, err := cgroupfs.ParseList(sysfs.FormatList(cpus))
		if err != nil || !slices.Equal(again, cpus) {
			t.Errorf("%q is %v, and as a list %v, %v", mask, cpus, again, err)
		}
	})
}
