package machine

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// eevdf is the version of Linux in which EEVDF took the place of CFS.
var eevdf = []int{6, 6}

// scheduler goes by the version. A scheduler in BPF has its name below sched_ext: see
// Documentation/scheduler/sched-ext.rst.
func (s source) scheduler() (string, error) {
	release, err := s.kernel()
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(release, "-Microsoft") {
		return "", lack{record.Unsupported, "WSL1 has the scheduler of Windows"}
	}
	version, err := s.version()
	if err != nil {
		return "", err
	}
	name := "CFS"
	if slices.Compare(version, eevdf) >= 0 {
		name = "EEVDF"
	}
	const ext = "sys/kernel/sched_ext"
	state, err := s.text(ext + "/state")
	if missing(err) || state == "disabled" {
		return name, nil
	}
	if err != nil {
		return "", err
	}
	loaded, err := s.text(ext + "/root/ops")
	return name + ", sched_ext " + loaded, err
}

// version returns the major and the minor version of the kernel.
func (s source) version() ([]int, error) {
	release, err := s.kernel()
	if err != nil {
		return nil, err
	}
	major, minor, err := procfs.ParseRelease(release)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", releaseFile, err)
	}
	return []int{major, minor}, nil
}

// sliceFile is where the shortest time that a thread may run is, and the first
// version of Linux that has it there.
type sliceFile struct {
	since      []int
	file, name string
}

// sliceFiles has the newest first.
var sliceFiles = []sliceFile{
	{eevdf, debugDir + "/sched/base_slice_ns", "base_slice"},
	{[]int{5, 13}, debugDir + "/sched/min_granularity_ns", "min_granularity"},
	{nil, sysctlDir + "/sched_min_granularity_ns", "min_granularity"},
}

// schedSlice looks first where the version has it, but vendors backport.
func (s source) schedSlice() (string, float64, error) {
	version, err := s.version()
	if err != nil {
		return "", 0, err
	}
	first := slices.IndexFunc(sliceFiles, func(f sliceFile) bool { return slices.Compare(version, f.since) >= 0 })
	for _, f := range slices.Concat(sliceFiles[first:], sliceFiles[:first]) {
		ns, err := s.number(f.file)
		switch {
		case err == nil:
			return f.name + " " + unit.Nanoseconds(float64(ns)), float64(ns), nil
		case !missing(err):
			return "", 0, err
		}
	}
	if err := s.debugfs(); err != nil {
		return "", 0, err
	}
	return "", 0, lack{record.Unsupported, "the kernel shows it neither in /" + sysctlDir + " nor in /" + debugDir + "/sched"}
}

const debugDir = "sys/kernel/debug"

// debugfs returns why nothing in debugfs can be read, or nil.
func (s source) debugfs() error {
	found, err := s.entries(debugDir, "")
	if err == nil && len(found) == 0 {
		err = undetermined("debugfs is not mounted at /%s", debugDir)
	}
	return err
}

// preemption is what debugfs says, where root may change it. Otherwise it is
// what the kernel was built with or, if that can be changed, was booted with.
func (s source) preemption() (string, error) {
	text, err := s.text("proc/version")
	if err != nil {
		return "", err
	}
	version := strings.Fields(text)
	if slices.Contains(version, "PREEMPT_RT") {
		return "realtime", nil
	}
	if now, err := read.Chosen(s.root, debugDir+"/sched/preempt", "()"); err == nil {
		return now, nil
	}
	if slices.Contains(version, "PREEMPT_DYNAMIC") {
		boot, err := read.Parse(s.root, "proc/cmdline", procfs.ParseCmdline)
		if err != nil {
			return "", err
		}
		if chosen := boot["preempt"]; chosen != "" {
			return chosen, nil
		}
	}
	for _, model := range []struct{ option, name string }{
		{"CONFIG_PREEMPT_NONE", "none"},
		{"CONFIG_PREEMPT_VOLUNTARY", "voluntary"},
		{"CONFIG_PREEMPT", "full"},
		{"CONFIG_PREEMPT_LAZY", "lazy"},
	} {
		if s.config[model.option] == "y" {
			return model.name, nil
		}
	}
	if slices.Contains(version, "PREEMPT") {
		return "full", nil
	}
	return "", undetermined("neither /%s/sched/preempt nor the kernel's configuration could be read", debugDir)
}
