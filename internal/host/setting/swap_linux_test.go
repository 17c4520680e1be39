package setting

import (
	"errors"
	"fmt"
	"io/fs"
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

// TestSwapFails names what the kernel says, and what it means.
func TestSwapFails(t *testing.T) {
	k := newKernel(t, map[string]string{
		"proc/swaps": swapsHeading + "/swap file 10 10 5\n", "swap": "",
		"proc/self/status": "Uid:\t0\t0\t0\t0\nCapEff:\t00000000a80425fb\n",
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
