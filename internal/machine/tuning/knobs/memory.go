package knobs

import (
	"io/fs"
	"slices"
	"strings"

	"tare/internal/machine"
	"tare/internal/machine/tuning"
	"tare/internal/read"
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
