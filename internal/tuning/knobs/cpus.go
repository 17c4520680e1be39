package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"tare/internal/read/cgroupfs"
)

const (
	cpuDir     = "sys/devices/system/cpu"
	onlineFile = cpuDir + "/online"
)

// cpuList reads a file that holds a list of CPUs, "0-3,8".
func cpuList(root fs.FS, name, lack string) ([]int, error) {
	s, err := text(root, name, lack)
	if err != nil {
		return nil, err
	}
	cpus, err := cgroupfs.ParseList(s)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", name, err)
	}
	return cpus, nil
}

func onlineCPUs(root fs.FS) ([]int, error) {
	return cpuList(root, onlineFile, "the kernel does not list its CPUs")
}

// isolatedCPUs returns those that isolcpus= took out of load balancing when the
// kernel booted.
func isolatedCPUs(root fs.FS) ([]int, error) {
	cpus, err := cpuList(root, cpuDir+"/isolated", "the kernel cannot isolate CPUs")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return cpus, err
}

// formatMask writes ascending CPUs as a mask in lower case, without leading
// zeros, and with a comma before every 8 digits from the right: see
// bitmap_parse in the kernel's lib/bitmap-str.c.
func formatMask(cpus []int) string {
	if len(cpus) == 0 {
		return "0"
	}
	const bits = 32
	words := make([]uint32, cpus[len(cpus)-1]/bits+1)
	for _, c := range cpus {
		words[c/bits] |= 1 << (c % bits)
	}
	slices.Reverse(words)
	mask := strconv.FormatUint(uint64(words[0]), 16)
	for _, w := range words[1:] {
		mask += fmt.Sprintf(",%08x", w)
	}
	return mask
}

// without returns the CPUs that are not among gone.
func without(cpus, gone []int) []int {
	return slices.DeleteFunc(slices.Clone(cpus), func(c int) bool { return slices.Contains(gone, c) })
}

// overlap reports whether the lists have a CPU in common.
func overlap(a, b []int) bool {
	return slices.ContainsFunc(a, func(c int) bool { return slices.Contains(b, c) })
}

// union returns the CPUs that are in either list, ascending.
func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// core returns the online threads of the core that a CPU belongs to, ascending;
// the CPU alone where the kernel does not know, or when it is not online.
func core(root fs.FS, cpu int, online []int) []int {
	threads, err := cpuList(root, fmt.Sprintf("%s/cpu%d/topology/thread_siblings_list", cpuDir, cpu), "")
	if err != nil || !slices.Contains(threads, cpu) || !slices.Contains(online, cpu) {
		return []int{cpu}
	}
	return slices.DeleteFunc(threads, func(c int) bool { return !slices.Contains(online, c) })
}
