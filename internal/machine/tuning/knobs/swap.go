package knobs

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"tare/internal/machine/tuning"
	"tare/internal/read/procfs"
	"tare/internal/record/unit"
)

// swapOff switches every swap area off: what is in them returns to memory.
func swapOff(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	areas, err := swapAreas(root)
	if err != nil {
		return nil, err
	}
	var plan []tuning.Step
	for _, a := range areas {
		plan = append(plan, tuning.Step{Key: "swap:" + a.Name, Value: "off"})
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
	for _, a := range slices.Backward(areas) {
		on := "on"
		if a.Priority >= 0 {
			on += " " + strconv.Itoa(a.Priority)
		}
		plan = append(plan, tuning.Step{Key: "swap:" + a.Name, Value: on})
	}
	return plan, nil
}

// swapAreas returns the swap areas that are on, of which there is at least one,
// when memory can take what is in them; those that are used last come first.
// Switching off in this order, and on again in the other, gives each its rank again:
// the kernel ranks those without a priority in the order in which they come.
func swapAreas(root fs.FS) ([]procfs.Swap, error) {
	areas, err := parse(root, "proc/swaps", "the kernel was built without swap", procfs.ParseSwaps)
	if err != nil {
		return nil, err
	}
	if len(areas) == 0 {
		return nil, unsupported("there is no swap")
	}
	slices.SortStableFunc(areas, func(a, b procfs.Swap) int { return cmp.Compare(a.Priority, b.Priority) })
	return areas, fits(root, areas)
}

// fits returns an error when memory cannot take what was swapped out: switching
// off would then take long, fail, or have a program killed.
func fits(root fs.FS, areas []procfs.Swap) error {
	var used uint64
	for _, a := range areas {
		used += a.Used
	}
	memory, err := parse(root, "proc/meminfo", "the kernel does not say how much memory is free", procfs.ParseMemInfo)
	if err != nil {
		return err
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
