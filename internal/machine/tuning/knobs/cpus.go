package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tare/internal/read"
	"tare/internal/read/sysfs"
)

const (
	cpuDir     = "sys/devices/system/cpu"
	onlineFile = cpuDir + "/online"
)

// cpuList reads a file that holds a list of CPUs, "0-3,8".
func cpuList(root fs.FS, name, lack string) ([]int, error) {
	cpus, err := read.ParseText(root, name, sysfs.ParseList)
	return cpus, explain(name, lack, err)
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
