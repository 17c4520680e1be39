package machine

import (
	"strings"

	"tare/internal/record"
)

var kernelReaders = []reader{
	{record.FactScheduler, text(source.scheduler)},
	{record.FactSchedSlice, source.schedSlice},
	{record.FactAutogroup, onOff(sysctlDir + "/sched_autogroup_enabled")},
	{record.FactPreemption, text(source.preemption)},
	{record.FactTick, source.tick},
	{record.FactNUMABalancing, onOff(sysctlDir + "/numa_balancing")},
	{record.FactTimerMigration, onOff(sysctlDir + "/timer_migration")},
	{record.FactWatchdogs, text(source.watchdogs)},
	{record.FactWorkqueue, source.workqueueCPUs},
	{record.FactIRQAffinity, source.irqAffinity},
	{record.FactIRQBalance, text(source.irqBalance)},
	{record.FactASLR, source.aslr},
	{record.FactDirectory, text(source.directory)},
}

const (
	sysctlDir   = "proc/sys/kernel"
	releaseFile = sysctlDir + "/osrelease"
)

func (s source) kernel() (string, error) { return s.text(releaseFile) }

// watchdogs: the first file switches both detectors, and each has a file where
// the kernel was built with it. See Documentation/admin-guide/sysctl/kernel.rst.
func (s source) watchdogs() (string, error) {
	master, err := s.state(sysctlDir + "/watchdog")
	if err != nil {
		return "", err
	}
	var running []string
	for _, w := range []struct{ file, name string }{
		{"soft_watchdog", "soft"},
		{"nmi_watchdog", "hard (NMI)"},
	} {
		state, err := s.state(sysctlDir + "/" + w.file)
		if err != nil && !missing(err) {
			return "", err
		}
		if state == "on" {
			running = append(running, w.name)
		}
	}
	if master == "off" || len(running) == 0 {
		return "none", nil
	}
	return strings.Join(running, ", "), nil
}

// aslr reads the default for new processes; see randomize_va_space in
// Documentation/admin-guide/sysctl/kernel.rst.
func (s source) aslr() (string, float64, error) {
	const name = sysctlDir + "/randomize_va_space"
	v, err := s.number(name)
	if err != nil {
		return "", 0, err
	}
	switch v {
	case 0:
		return "0 (off)", 0, nil
	case 1:
		return "1 (on, except the heap)", 1, nil
	case 2:
		return "2 (on)", 2, nil
	}
	return "", 0, undetermined("/%s: unknown value %d", name, v)
}
