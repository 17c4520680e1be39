package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const swapsHeading = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"

// fakeSwap keeps /proc/swaps as the kernel would.
func fakeSwap(k *kernel) swap {
	file := filepath.Join(k.root, "proc/swaps")
	escape := strings.NewReplacer(" ", `\040`).Replace
	return swap{
		tree: k.tree(),
		on: func(path string, flags int) error {
			if readFile(k.t, file) != strings.TrimSpace(swapsHeading) {
				return unix.EBUSY
			}
			priority := -2
			if flags&swapPrefer != 0 {
				priority = flags & swapPriorityMask
			}
			name := escape(strings.TrimPrefix(path, k.root))
			writeFile(k.t, fmt.Sprintf("%s%s partition\t2097148\t\t0\t\t%d\n", swapsHeading, name, priority), file)
			return nil
		},
		off: func(path string) error {
			if !strings.Contains(readFile(k.t, file), escape(strings.TrimPrefix(path, k.root))) {
				return unix.EINVAL
			}
			writeFile(k.t, swapsHeading, file)
			return nil
		},
	}
}

func TestParseSwaps(t *testing.T) {
	got, err := parseSwaps(strings.NewReader(swapsHeading +
		"/dev/sda2                               partition\t2097148\t\t12\t\t-2\n" +
		"/swap\\040file\\134\\011                         file\t\t1048572\t\t0\t\t5\n"))
	want := map[string]int{"/dev/sda2": -2, "/swap file\\\t": 5}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, line := range []string{"/dev/sda2 partition 1 2\n", "/dev/sda2 partition 1 2 x\n"} {
		if got, err := parseSwaps(strings.NewReader(swapsHeading + line)); err == nil {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func FuzzParseSwaps(f *testing.F) {
	f.Add(swapsHeading + "/dev/sda2 partition\t2097148\t\t12\t\t-2\n")
	f.Add(swapsHeading + `/a\040b\1 file 1 2 3` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		areas, err := parseSwaps(strings.NewReader(text))
		if lines := strings.Count(text, "\n"); err == nil && len(areas) > lines {
			t.Errorf("%d areas in %d lines", len(areas), lines+1)
		}
	})
}

// TestSwapFails names what the kernel says, and what it means.
func TestSwapFails(t *testing.T) {
	k := newKernel(t, map[string]string{
		"proc/swaps": swapsHeading + "/swap file 10 10 5\n", "swap": "",
		"proc/self/status": "Name:\tx\nCapEff:\t00000000a80425fb\n",
	})
	s := fakeSwap(k)
	s.off = func(string) error { return unix.ENOMEM }
	err := s.set("/swap", "off")
	if !errors.Is(err, unix.ENOMEM) || !strings.Contains(err.Error(), "free memory") {
		t.Errorf("got %v", err)
	}
	if v, err := s.get("/swap"); v != "on 5" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	if err := s.settable("/swap"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("without CAP_SYS_ADMIN: %v", err)
	}
	writeFile(t, "Name:\tx\n", k.root, "proc/self/status")
	if err := s.settable("/swap"); err == nil {
		t.Error("settable without knowing the capabilities")
	}
}
