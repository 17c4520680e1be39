package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"tare/internal/read/procfs"
	"tare/internal/tuning"
	"tare/internal/unit"
)

// swapArea is one line of /proc/swaps.
type swapArea struct {
	name string // of the partition or file
	used uint64 // bytes
	on   string // value of the setting: "on", or "on 5" with a priority that was asked for
}

// swapOff switches every swap area off: what is in them returns to memory.
func swapOff(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	areas, err := swapAreas(root)
	if err != nil {
		return nil, err
	}
	var plan []tuning.Step
	for _, a := range areas {
		plan = append(plan, tuning.Step{Key: "swap:" + a.name, Value: "off"})
	}
	return plan, nil
}

// cycleSwap switches every swap area off, and then on again.
func cycleSwap(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	plan, err := swapOff(root, w)
	if err != nil {
		return nil, err
	}
	areas, err := swapAreas(root)
	if err != nil {
		return nil, err
	}
	for _, a := range areas {
		plan = append(plan, tuning.Step{Key: "swap:" + a.name, Value: a.on})
	}
	return plan, nil
}

// swapAreas returns the swap areas that are on, of which there is at least one,
// when memory can take what is in them.
func swapAreas(root fs.FS) ([]swapArea, error) {
	table, err := text(root, "proc/swaps", "the kernel was built without swap")
	if err != nil {
		return nil, err
	}
	areas, err := parseSwaps(table)
	if err != nil {
		return nil, fmt.Errorf("/proc/swaps: %w", err)
	}
	if len(areas) == 0 {
		return nil, unsupported("there is no swap")
	}
	return areas, fits(root, areas)
}

// fits returns an error when memory cannot take what was swapped out: switching
// off would then take long, fail, or have a program killed.
func fits(root fs.FS, areas []swapArea) error {
	var used uint64
	for _, a := range areas {
		used += a.used
	}
	f, err := root.Open("proc/meminfo")
	if err != nil {
		return explain(root, "proc/meminfo", "the kernel does not say how much memory is free", err)
	}
	defer f.Close()
	memory, err := procfs.ParseMemInfo(f)
	if err != nil {
		return fmt.Errorf("/proc/meminfo: %w", err)
	}
	available, ok := memory["MemAvailable"]
	switch {
	case !ok:
		return unsupported("/proc/meminfo does not say how much memory is available for what is in swap")
	case used >= available:
		return fmt.Errorf("%s in swap do not fit into the %s of memory that are available: end some programs first",
			unit.Bytes(float64(used)), unit.Bytes(float64(available)))
	}
	return nil
}

// parseSwaps parses /proc/swaps: a line with headings, then for each area its
// name, type, size and use in KiB, and priority. See swap_show in the kernel's
// mm/swapfile.c, which writes blanks in names as octal escapes.
func parseSwaps(table string) ([]swapArea, error) {
	lines := strings.Split(table, "\n")
	var areas []swapArea
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		if len(f) != 5 || !strings.HasPrefix(f[0], "/") {
			return nil, fmt.Errorf("%q is not a swap area", line)
		}
		kib, err1 := strconv.ParseUint(f[3], 10, 53)
		priority, err2 := strconv.Atoi(f[4])
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("swap area %q: %w", f[0], err)
		}
		area := swapArea{name: unescape(f[0]), used: kib * 1024, on: "on"}
		if priority >= 0 { // the kernel assigns negative ones
			area.on += " " + strconv.Itoa(priority)
		}
		areas = append(areas, area)
	}
	return areas, nil
}

var unescape = strings.NewReplacer(`\011`, "\t", `\012`, "\n", `\040`, " ", `\134`, `\`).Replace
