package setting

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/read/procfs"
)

// swap is the scheme of swap areas by their device or file: "swap:/dev/sda2".
// Values are "off", "on" with a priority that the kernel assigns, and "on 5"
// with one that was asked for. Swapping on again loses the discard option, of
// which the kernel tells nobody.
type swap struct {
	tree
	on  func(path string, flags int) error
	off func(path string) error
}

func (s swap) get(path string) (string, error) {
	areas, err := parse(s.tree, "proc/swaps", procfs.ParseSwaps)
	if err != nil {
		return "", err
	}
	for _, a := range areas {
		switch {
		case a.Name != path:
		case a.Priority < 0:
			return "on", nil
		default:
			return fmt.Sprintf("on %d", a.Priority), nil
		}
	}
	return "off", s.stat(path)
}

func (s swap) set(path, value string) error {
	flags, on, err := parseSwapValue(value)
	if err != nil {
		return err
	}
	now, err := s.get(path)
	if err != nil || now == value {
		return err
	}
	if now != "off" {
		if err := s.off(s.at(path)); err != nil {
			return refused("swapoff "+path, err)
		}
	}
	if !on {
		return nil
	}
	if err := s.on(s.at(path), flags); err != nil {
		return refused("swapon "+path, err)
	}
	return nil
}

// capSysAdmin is the number of CAP_SYS_ADMIN in linux/capability.h.
const capSysAdmin = 21

func (s swap) settable(path string) error {
	if _, err := s.get(path); err != nil {
		return err
	}
	status, err := parse(s.tree, "proc/self/status", procfs.ParseStatus)
	if err != nil {
		return fmt.Errorf("reading capabilities: %w", err)
	}
	if status.Capabilities&(1<<capSysAdmin) == 0 {
		return refused("swapoff "+path, unix.EPERM)
	}
	return nil
}

// Flags of swapon(2), from linux/swap.h.
const (
	swapPrefer       = 0x8000 // the low bits are a priority
	swapPriorityMask = 0x7fff
)

// parseSwapValue parses a value into whether the area is to be on, and the
// flags for swapon(2).
func parseSwapValue(value string) (flags int, on bool, err error) {
	word, priority, given := strings.Cut(value, " ")
	switch {
	case value == "off":
		return 0, false, nil
	case value == "on":
		return 0, true, nil
	case word == "on" && given:
		if n, err := strconv.Atoi(priority); err == nil && 0 <= n && n <= swapPriorityMask {
			return swapPrefer | n, true, nil
		}
	}
	return 0, false, fmt.Errorf("swap can be off, on, or on with a priority, like on 5; not %q", value)
}

func swapon(path string, flags int) error {
	p, err := unix.BytePtrFromString(path)
	if err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_SWAPON, uintptr(unsafe.Pointer(p)), uintptr(flags), 0); errno != 0 {
		return errno
	}
	return nil
}

func swapoff(path string) error {
	p, err := unix.BytePtrFromString(path)
	if err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_SWAPOFF, uintptr(unsafe.Pointer(p)), 0, 0); errno != 0 {
		return errno
	}
	return nil
}
