package knobs

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"tare/internal/machine"
	"tare/internal/machine/tuning"
	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record/unit"
)

// hugePages leaves never as it is: that is as steady as madvise. Of the ways to
// get a huge page those go that work in the background or make a page fault
// wait, unless the program asks for it. See
// Documentation/admin-guide/mm/transhuge.rst.
func hugePages(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	var plan []tuning.Step
	for _, file := range []string{"enabled", "defrag"} {
		name := "sys/kernel/mm/transparent_hugepage/" + file
		mode, err := read.Chosen(root, name, "[]")
		if err != nil {
			return nil, explain(name, "the kernel was built without transparent huge pages", err)
		}
		if mode != "never" {
			mode = "madvise"
		}
		plan = append(plan, set(name, mode))
	}
	return plan, nil
}

// samePages stops the scanner. 2 stands for stopped and unmerged: fine as it
// is, but nothing to ask for, since unmerging takes time and memory.
func samePages(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	const name = "sys/kernel/mm/ksm/run"
	mode, err := number(root, name, "the kernel was built without same-page merging")
	if err != nil {
		return nil, err
	}
	if mode == 2 {
		return []tuning.Step{set(name, "2")}, nil
	}
	return []tuning.Step{set(name, "0")}, nil
}

const (
	dropFile    = "proc/sys/vm/drop_caches"
	compactFile = "proc/sys/vm/compact_memory"
)

// dropCaches writes back first: only clean pages are dropped.
func dropCaches(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	if err := read.Stat(root, dropFile); err != nil {
		return nil, explain(dropFile, "the kernel cannot drop its caches", err)
	}
	return []tuning.Step{
		{Key: "sync:", Action: true},
		{Key: fileKey(dropFile), Value: "3", Action: true}, // files, and inodes and directory entries
	}, nil
}

func compactMemory(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	if err := read.Stat(root, compactFile); err != nil {
		return nil, explain(compactFile, "the kernel was built without memory compaction", err)
	}
	return []tuning.Step{{Key: fileKey(compactFile), Value: "1", Action: true}}, nil
}

// wslReclaim does what lets the WSL2 kernel report free memory to Hyper-V: it
// reports large blocks only.
func wslReclaim(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	kind, err := machine.WSL(root)
	if err != nil {
		return nil, explain("proc/sys/kernel/osrelease", "the kernel does not give its name", err)
	}
	if !strings.HasPrefix(kind, "WSL2") {
		return nil, unsupported("this machine is not WSL2")
	}
	drop, err := dropCaches(root, w)
	if err != nil {
		return nil, err
	}
	compact, err := compactMemory(root, w)
	if err != nil {
		return nil, err
	}
	return slices.Concat(drop, compact), nil
}

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
