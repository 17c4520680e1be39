package machine

import (
	"compress/gzip"
	"errors"
	"io"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
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

var clockReaders = []reader{
	{record.FactClocksource, content(clockDir + "/current_clocksource")},
	{record.FactClocksources, content(clockDir + "/available_clocksource")},
}

const clockDir = "sys/devices/system/clocksource/clocksource0"

// lastOption ends the part of the configuration that is read. It follows the
// choice of the preemption model, which init/Kconfig includes, while it comes
// with the options of the processor, at about a tenth of the whole.
const lastOption = "CONFIG_HZ"

// maxConfig bounds what a damaged or malicious file may unpack to.
const maxConfig = 4 << 20

// kernelConfig returns the options that the running kernel was built with, up to
// lastOption: the kernel's own copy, or the one that distributions install.
func (s source) kernelConfig() (map[string]string, error) {
	release, err := s.kernel()
	if err != nil {
		return nil, err
	}
	for _, file := range []struct {
		name  string
		parse func(io.Reader) (map[string]string, error)
	}{
		{"proc/config.gz", unpackConfig},
		{"boot/config-" + release, parseConfig},
		{"lib/modules/" + release + "/config", parseConfig},
	} {
		options, err := read.Parse(s.root, file.name, file.parse)
		if _, unmounted := errors.AsType[read.NotMounted](err); !unmounted && !missing(err) {
			return options, err
		}
	}
	return nil, undetermined("the kernel's configuration is not visible here: it is neither in /proc/config.gz nor in /boot or /lib/modules")
}

func unpackConfig(r io.Reader) (map[string]string, error) {
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	return parseConfig(io.LimitReader(unpacked, maxConfig))
}

func parseConfig(r io.Reader) (map[string]string, error) { return procfs.ParseConfig(r, lastOption) }

func (s source) tick() (string, float64, error) {
	if s.configErr != nil {
		return "", 0, s.configErr
	}
	hz, err := strconv.ParseUint(s.config[lastOption], 10, 32)
	if err != nil {
		return "", 0, undetermined("%s=%q is not a frequency", lastOption, s.config[lastOption])
	}
	return strconv.FormatUint(hz, 10) + "Hz", float64(hz), nil
}
