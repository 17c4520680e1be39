package procfs

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"tare/internal/read"
)

// MemInfo holds the sizes of /proc/meminfo in bytes, by the kernel's names
// ("MemTotal", "MemAvailable", "SwapFree", …). A size that the kernel does not
// print is not in the map: MemAvailable came with Linux 3.14, and emulations of
// /proc (gVisor, LXCFS) leave out more.
type MemInfo map[string]uint64

// ParseMemInfo parses /proc/meminfo, lines of "Name:  123 kB" where kB means
// 1024 bytes. Lines without the unit are counts of huge pages and left out.
func ParseMemInfo(r io.Reader) (MemInfo, error) {
	m := make(MemInfo)
	err := read.EachLine(r, func(line string) error {
		name, rest, _ := strings.Cut(line, ":")
		f := strings.Fields(rest)
		if len(f) != 2 || f[1] != "kB" {
			return nil
		}
		kib, err := strconv.ParseUint(f[0], 10, 64)
		if err != nil || kib > math.MaxUint64/1024 {
			return fmt.Errorf("%s: %q is not a size", name, f[0])
		}
		m[name] = kib * 1024
		return nil
	})
	return m, err
}

// Swap is one line of /proc/swaps.
type Swap struct {
	Name     string // path of the partition or file
	Used     uint64 // bytes
	Priority int    // negative when the kernel assigned it
}

// ParseSwaps parses /proc/swaps: below a line with headings, one for each area
// with its name, type, size and use in KiB, and priority. See swap_show in
// mm/swapfile.c.
func ParseSwaps(r io.Reader) ([]Swap, error) {
	var swaps []Swap
	heading := true
	err := read.EachLine(r, func(line string) error {
		if heading {
			heading = false
			return nil
		}
		f := strings.Fields(line)
		if len(f) != 5 || !strings.HasPrefix(f[0], "/") {
			return fmt.Errorf("%q is not a swap area", line)
		}
		kib, err := strconv.ParseUint(f[3], 10, 53)
		if err != nil {
			return fmt.Errorf("swap area %s: %q is not a size", f[0], f[3])
		}
		priority, err := strconv.Atoi(f[4])
		if err != nil {
			return fmt.Errorf("swap area %s: %q is not a priority", f[0], f[4])
		}
		swaps = append(swaps, Swap{unescape(f[0]), kib * 1024, priority})
		return nil
	})
	return swaps, err
}
