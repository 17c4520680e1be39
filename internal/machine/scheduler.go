package machine

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/read/procfs"
	"tare/internal/record"
	"tare/internal/unit"
)

// scheduler goes by the version: EEVDF took the place of CFS in Linux 6.6. A
// scheduler in BPF has its name below sched_ext: see
// Documentation/scheduler/sched-ext.rst.
func (s source) scheduler() (string, error) {
	release, err := s.kernel()
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(release, "-Microsoft") {
		return "", lack{record.Unsupported, "WSL1 has the scheduler of Windows"}
	}
	major, minor, err := procfs.ParseRelease(release)
	if err != nil {
		return "", fmt.Errorf("/%s/osrelease: %w", sysctlDir, err)
	}
	name := "CFS"
	if major > 6 || major == 6 && minor >= 6 {
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

// sliceFiles lists where the shortest time that a thread may run has been: a sysctl
// until Linux 5.13, and in debugfs since, under another name from 6.6 on.
var sliceFiles = []struct{ file, name string }{
	{sysctlDir + "/sched_min_granularity_ns", "min_granularity"},
	{debugDir + "/sched/base_slice_ns", "base_slice"},
	{debugDir + "/sched/min_granularity_ns", "min_granularity"},
}

func (s source) schedSlice() (string, float64, error) {
	for _, f := range sliceFiles {
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
	if now, err := s.chosen(debugDir+"/sched/preempt", "()"); err == nil {
		return now, nil
	}
	if slices.Contains(version, "PREEMPT_DYNAMIC") {
		boot, err := parseFile(s, "proc/cmdline", procfs.ParseCmdline)
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
