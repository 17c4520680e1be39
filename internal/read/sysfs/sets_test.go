package sysfs_test

import (
	"slices"
	"strings"
	"testing"

	"tare/internal/read/sysfs"
)

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

// TestFormatMask writes what is read back the same, in one way.
func TestFormatMask(t *testing.T) {
	for _, c := range []struct{ mask, want string }{
		{"0", "0"}, {"000F", "f"}, {"00000000,0000ffff", "ffff"}, {"3,f", "3,0000000f"}, {"1,0,0", "1,00000000,00000000"},
	} {
		cpus, err := sysfs.ParseMask(c.mask)
		if got := sysfs.FormatMask(cpus); got != c.want || err != nil {
			t.Errorf("%s, %v: %q, %v, want %q", c.mask, cpus, got, err, c.want)
		}
	}
}

func TestParseList(t *testing.T) {
	for s, want := range map[string][]int{
		"": nil, "3": {3}, "0-2,8": {0, 1, 2, 8}, "8,1-1": {1, 8}, "1-3,2-4": {1, 2, 3, 4},
	} {
		if got, err := sysfs.ParseList(s); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v", s, got, err)
		}
	}
	for _, s := range []string{" ", "x", "1,", "-1", "1-", "3-1", "0,,1", "0-99999", "32768", "1 2"} {
		if got, err := sysfs.ParseList(s); err == nil {
			t.Errorf("%q: got %v", s, got)
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

// FuzzParseMask writes the mask again, and as a list.
func FuzzParseMask(f *testing.F) {
	for _, s := range []string{"0", "f", "00000000,0000ffff", "1,00000000", "8000_0000", "FF"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, mask string) {
		cpus, err := sysfs.ParseMask(mask)
		if err != nil {
			return
		}
		list, err := sysfs.ParseList(sysfs.FormatList(cpus))
		if err != nil || !slices.Equal(list, cpus) {
			t.Errorf("%q is %v, and as a list %v, %v", mask, cpus, list, err)
		}
		written := sysfs.FormatMask(cpus)
		again, err := sysfs.ParseMask(written)
		if err != nil || !slices.Equal(again, cpus) || sysfs.FormatMask(again) != written {
			t.Errorf("%q, %v: %q, %v, %v", mask, cpus, written, again, err)
		}
		if written != "0" && strings.HasPrefix(written, "0") || strings.ToLower(written) != written {
			t.Errorf("%q becomes %q", mask, written)
		}
	})
}

func FuzzParseList(f *testing.F) {
	f.Add("0-3,8")
	f.Add("8,0-3,1")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := sysfs.ParseList(text)
		if err != nil {
			return
		}
		again, err := sysfs.ParseList(sysfs.FormatList(list))
		if err != nil || !slices.Equal(again, list) || !slices.IsSorted(list) {
			t.Errorf("%q: %v, then %v, %v", text, list, again, err)
		}
	})
}
