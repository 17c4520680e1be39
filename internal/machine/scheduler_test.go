package machine_test

import (
	"testing"

	"tare/internal/record"
)

const debugfs = "sys/kernel/debug/"

func TestScheduler(t *testing.T) {
	kernel := func(release string) map[string]string {
		return map[string]string{sysctl + "osrelease": release + "\n", cpus + "online": "0\n"}
	}
	ext := func(state string) map[string]string {
		return map[string]string{"sys/kernel/sched_ext/state": state + "\n", "sys/kernel/sched_ext/root/ops": "rusty_1.0\n"}
	}
	checkReadings(t, "amd64", []reading{
		{name: "6.5", fact: record.FactScheduler, files: kernel("6.5.13-generic"), value: "CFS"},
		{name: "6.6", fact: record.FactScheduler, files: kernel("6.6.0"), value: "EEVDF"},
		{name: "6.18", fact: record.FactScheduler, files: kernel("6.18"), value: "EEVDF"},
		{name: "5.15", fact: record.FactScheduler, files: kernel("5.15.0-91-generic"), value: "CFS"},
		{name: "7.0", fact: record.FactScheduler, files: kernel("7.0-rc1"), value: "EEVDF"},
		{name: "sched_ext", fact: record.FactScheduler, files: with(kernel("6.12.1"), ext("enabled")), value: "EEVDF, sched_ext rusty_1.0"},
		{name: "sched_ext not in use", fact: record.FactScheduler, files: with(kernel("6.12.1"), ext("disabled")), value: "EEVDF"},
		{name: "WSL1", fact: record.FactScheduler, files: kernel("4.4.0-19041-Microsoft"), status: record.Unsupported, why: "WSL1"},
		{name: "no version", fact: record.FactScheduler, files: kernel("next"), why: "osrelease: \"next\" is not a release"},
		{name: "no /sys", fact: record.FactScheduler, files: map[string]string{sysctl + "osrelease": "6.12.1\n"}, why: "/sys is not mounted"},
	})
}

func TestSchedSlice(t *testing.T) {
	proc := map[string]string{sysctl + "osrelease": "6.18.4\n"}
	checkReadings(t, "amd64", []reading{
		{name: "6.6", fact: record.FactSchedSlice, files: with(proc, map[string]string{debugfs + "sched/base_slice_ns": "2800000\n"}),
			value: "base_slice 2.800ms", number: 2.8e6},
		{name: "5.13", fact: record.FactSchedSlice, files: with(proc, map[string]string{debugfs + "sched/min_granularity_ns": "3000000\n"}),
			value: "min_granularity 3.000ms", number: 3e6},
		{name: "4.19", fact: record.FactSchedSlice, files: map[string]string{sysctl + "osrelease": "4.19.0\n", sysctl + "sched_min_granularity_ns": "750000\n", cpus + "online": "0\n"},
			value: "min_granularity 750.0µs", number: 75e4},
		{name: "no version", fact: record.FactSchedSlice, files: map[string]string{sysctl + "osrelease": "next\n"}, why: "osrelease: \"next\" is not a release"},
		{name: "not mounted", fact: record.FactSchedSlice, files: with(proc, map[string]string{"sys/kernel/mm/ksm/run": "0\n"}),
			status: record.Unsupported, why: "/sys/kernel/debug: "},
		{name: "another scheduler", fact: record.FactSchedSlice, files: with(proc, map[string]string{debugfs + "gpio": "\n"}),
			status: record.Unsupported, why: "the kernel shows it neither in"},
		{name: "damaged", fact: record.FactSchedSlice, files: with(proc, map[string]string{debugfs + "sched/base_slice_ns": "long\n"}),
			why: "base_slice_ns: \"long\" is not a number"},
	})
}

func TestPreemption(t *testing.T) {
	kernel := func(flags string) map[string]string {
		return map[string]string{"proc/version": "Linux version 6.12.1 (builder@host) #1 SMP " + flags + " Mon Jan 1\n",
			"proc/cmdline": "quiet\n", sysctl + "osrelease": "6.12.1\n"}
	}
	debug := map[string]string{debugfs + "sched/preempt": "none voluntary (full) lazy\n"}
	built := func(option string) map[string]string {
		return map[string]string{"boot/config-6.12.1": "# CONFIG_PREEMPT is not set\n" + option + "=y\nCONFIG_HZ=250\n"}
	}
	boot := map[string]string{"proc/cmdline": "preempt=none\n"}
	checkReadings(t, "amd64", []reading{
		{name: "realtime", fact: record.FactPreemption, files: with(kernel("PREEMPT_RT"), debug), value: "realtime"},
		{name: "debugfs", fact: record.FactPreemption, files: with(kernel("PREEMPT_DYNAMIC"), debug, boot), value: "full"},
		{name: "booted with", fact: record.FactPreemption, files: with(kernel("PREEMPT_DYNAMIC"), built("CONFIG_PREEMPT_VOLUNTARY"), boot), value: "none"},
		{name: "built with", fact: record.FactPreemption, files: with(kernel("PREEMPT_DYNAMIC"), built("CONFIG_PREEMPT_VOLUNTARY")), value: "voluntary"},
		{name: "cannot be chosen", fact: record.FactPreemption, files: with(kernel(""), built("CONFIG_PREEMPT_NONE"), boot), value: "none"},
		{name: "cannot be chosen at boot", fact: record.FactPreemption, files: with(kernel("PREEMPT"), built("CONFIG_PREEMPT_LAZY"), boot), value: "lazy"},
		{name: "built with full", fact: record.FactPreemption, files: with(kernel("PREEMPT_DYNAMIC"), built("CONFIG_PREEMPT")), value: "full"},
		{name: "by the version", fact: record.FactPreemption, files: kernel("PREEMPT"), value: "full"},
		{name: "nothing tells", fact: record.FactPreemption, files: kernel("PREEMPT_DYNAMIC"), why: "neither /sys/kernel/debug/sched/preempt nor"},
		{name: "no /proc", fact: record.FactPreemption, why: "/proc is not mounted"},
	})
}
