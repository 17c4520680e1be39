package setting

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
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
	f, err := os.Open(s.at("proc/swaps"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	areas, err := parseSwaps(f)
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", f.Name(), err)
	}
	priority, on := areas[path]
	switch {
	case !on:
		return "off", s.stat(path)
	case priority < 0:
		return "on", nil
	default:
		return fmt.Sprintf("on %d", priority), nil
	}
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
	status, err := fs.ReadFile(s.fs(), "proc/self/status")
	if err != nil {
		return fmt.Errorf("reading capabilities: %w", err)
	}
	capabilities, err := strconv.ParseUint(statusField(string(status), "CapEff"), 16, 64)
	if err != nil {
		return fmt.Errorf("reading capabilities: %w", err)
	}
	if capabilities&(1<<capSysAdmin) == 0 {
		return refused("swapoff "+path, unix.EPERM)
	}
	return nil
}

// statusField returns a field of /proc/PID/status, "" when it has none of that
// name.
func statusField(status, name string) string {
	for line := range strings.Lines(status) {
		if key, value, _ := strings.Cut(line, ":"); key == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// parseSwaps parses /proc/swaps, see proc_swaps(5), into the priority of each
// area that is on. Below a heading there is one area per line: its path, in
// which blanks are octal escapes, the type, size, use and priority.
func parseSwaps(r io.Reader) (map[string]int, error) {
	areas := map[string]int{}
	lines := bufio.NewScanner(r)
	lines.Scan() // heading
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) != 5 {
			return nil, fmt.Errorf("%q is no line of /proc/swaps", lines.Text())
		}
		priority, err := strconv.Atoi(f[4])
		if err != nil {
			return nil, fmt.Errorf("priority in /proc/swaps: %w", err)
		}
		areas[unescape(f[0])] = priority
	}
	return areas, lines.Err()
}

// unescape replaces the escapes that seq_path of the kernel's fs/seq_file.c
// writes: a backslash and three octal digits.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+4 <= len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
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
