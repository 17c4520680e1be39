package procfs

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"tare/internal/read"
)

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
