package procfs

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseMounts(t *testing.T) {
	got, err := ParseMounts(strings.NewReader("36 35 98:0 /a\\134b /x\\040y\\ rw,noatime master:1 shared:2 - ext4 /dev/root ro,errors=continue\n"))
	want := []Mount{{Root: `/a\b`, Point: `/x y\`, Type: "ext4", ReadOnly: true, Options: []string{"ro", "errors=continue"}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, text := range []string{"nonsense\n", "1 2 - x\n", "1 2 0:3 / /a rw - ext4\n"} {
		if got, err := ParseMounts(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func FuzzParseMounts(f *testing.F) {
	f.Add("1 2 0:3 / /a\\040b rw shared:1 - cgroup2 none rw\n")
	f.Add("1 2 - x")
	f.Fuzz(func(t *testing.T, text string) {
		mounts, err := ParseMounts(strings.NewReader(text))
		if lines := strings.Count(text, "\n") + 1; err == nil && len(mounts) > lines {
			t.Errorf("%d mounts in %d lines", len(mounts), lines)
		}
	})
}

const swapsHeading = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"

func TestParseSwaps(t *testing.T) {
	got, err := ParseSwaps(strings.NewReader(swapsHeading +
		"/dev/sda2                               partition\t2097148\t\t12\t\t-2\n" +
		"/swap\\040file\\134\\011                         file\t\t1048572\t\t0\t\t5\n"))
	want := []Swap{{"/dev/sda2", 12 << 10, -2}, {"/swap file\\\t", 0, 5}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, line := range []string{"/dev/sda2 partition 1 2\n", "/dev/sda2 partition 1 2 x\n", "/dev/sda2 partition 1 x 2\n", "sda2 partition 1 2 3\n"} {
		if got, err := ParseSwaps(strings.NewReader(swapsHeading + line)); err == nil {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func FuzzParseSwaps(f *testing.F) {
	f.Add(swapsHeading + "/dev/sda2 partition\t2097148\t\t12\t\t-2\n")
	f.Add(swapsHeading + `/a\040b\1 file 1 2 3` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		swaps, err := ParseSwaps(strings.NewReader(text))
		for _, s := range swaps {
			if s.Name[0] != '/' || s.Used%1024 != 0 {
				t.Errorf("%q: %+v, %v", text, s, err)
			}
		}
	})
}
