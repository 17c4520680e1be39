package machine_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"tare/internal/machine"
	"tare/internal/record"
)

const sysctl = "proc/sys/kernel/"

func TestSwitches(t *testing.T) {
	for file, fact := range map[string]string{
		"sched_autogroup_enabled": record.FactAutogroup,
		"numa_balancing":          record.FactNUMABalancing,
		"timer_migration":         record.FactTimerMigration,
	} {
		name := sysctl + file
		checkReadings(t, "amd64", []reading{
			{name: file + " on", fact: fact, files: map[string]string{name: "1\n"}, value: "on"},
			{name: file + " off", fact: fact, files: map[string]string{name: "0\n"}, value: "off"},
			// NUMA balancing knows more ways to be on than one.
			{name: file + " otherwise on", fact: fact, files: map[string]string{name: "2\n"}, value: "on"},
			{name: file + " damaged", fact: fact, files: map[string]string{name: "yes\n"}, why: file + ": \"yes\" is not a number"},
			{name: file + " not built in", fact: fact, files: map[string]string{sysctl + "ostype": "Linux\n"}, status: record.Unsupported, why: file + ": "},
		})
	}
}

func TestWatchdogs(t *testing.T) {
	files := func(master, soft, hard string) map[string]string {
		return map[string]string{sysctl + "watchdog": master, sysctl + "soft_watchdog": soft, sysctl + "nmi_watchdog": hard}
	}
	checkReadings(t, "amd64", []reading{
		{name: "both", fact: record.FactWatchdogs, files: files("1", "1", "1"), value: "soft, hard (NMI)"},
		{name: "hard", fact: record.FactWatchdogs, files: files("1", "0", "1"), value: "hard (NMI)"},
		{name: "soft", fact: record.FactWatchdogs, files: files("1", "1", "0"), value: "soft"},
		{name: "neither", fact: record.FactWatchdogs, files: files("1", "0", "0"), value: "none"},
		{name: "off", fact: record.FactWatchdogs, files: files("0", "1", "1"), value: "none"},
		{name: "soft is all there is", fact: record.FactWatchdogs, files: map[string]string{sysctl + "watchdog": "1", sysctl + "soft_watchdog": "1"}, value: "soft"},
		{name: "damaged", fact: record.FactWatchdogs, files: files("1", "1", "x"), why: "nmi_watchdog: \"x\" is not a number"},
		{name: "not built in", fact: record.FactWatchdogs, files: map[string]string{sysctl + "ostype": "Linux\n"}, status: record.Unsupported, why: "kernel/watchdog: "},
	})
}

func TestASLR(t *testing.T) {
	file := func(text string) map[string]string { return map[string]string{sysctl + "randomize_va_space": text} }
	checkReadings(t, "amd64", []reading{
		{name: "off", fact: record.FactASLR, files: file("0\n"), value: "0 (off)"},
		{name: "but the heap", fact: record.FactASLR, files: file("1\n"), value: "1 (on, except the heap)", number: 1},
		{name: "on", fact: record.FactASLR, files: file("2\n"), value: "2 (on)", number: 2},
		{name: "unknown", fact: record.FactASLR, files: file("3\n"), why: "randomize_va_space: unknown value 3"},
	})
}

func TestClocksources(t *testing.T) {
	const dir = "sys/devices/system/clocksource/clocksource0/"
	files := map[string]string{dir + "current_clocksource": "tsc\n", dir + "available_clocksource": "tsc hpet acpi_pm \n"}
	checkReadings(t, "amd64", []reading{
		{name: "current", fact: record.FactClocksource, files: files, value: "tsc"},
		{name: "available", fact: record.FactClocksources, files: files, value: "tsc hpet acpi_pm"},
	})
}

func TestFields(t *testing.T) {
	m := machine.Read(tree(with(cores("0-2", 4, "0", "1", "2"), map[string]string{sysctl + "osrelease": "6.18.4\n"})),
		machine.Options{GOOS: "linux"})
	if m.CPUs != 3 || m.Kernel != "6.18.4" {
		t.Errorf("got %d CPUs, kernel %q", m.CPUs, m.Kernel)
	}
}

func TestTick(t *testing.T) {
	packed := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(text))
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	proc := map[string]string{sysctl + "osrelease": "6.12.1-arch\n"}
	own := map[string]string{"proc/config.gz": packed("# Linux\nCONFIG_HZ_1000=y\nCONFIG_HZ=1000\n")}
	boot := map[string]string{"boot/config-6.12.1-arch": "CONFIG_HZ_250=y\nCONFIG_HZ=250\n"}
	checkReadings(t, "amd64", []reading{
		{name: "the kernel's own", fact: record.FactTick, files: with(proc, own, boot), value: "1000Hz", number: 1000},
		{name: "boot", fact: record.FactTick, files: with(proc, boot), value: "250Hz", number: 250},
		{name: "modules", fact: record.FactTick, files: with(proc, map[string]string{"lib/modules/6.12.1-arch/config": "CONFIG_HZ=300\n"}), value: "300Hz", number: 300},
		{name: "of another kernel", fact: record.FactTick, files: with(proc, map[string]string{"boot/config-6.12.2": "CONFIG_HZ=250\n"}),
			why: "neither in /proc/config.gz nor in /boot"},
		{name: "nowhere", fact: record.FactTick, files: with(proc, map[string]string{"boot/vmlinuz": "x"}),
			why: "neither in /proc/config.gz nor in /boot"},
		{name: "without HZ", fact: record.FactTick, files: with(proc, map[string]string{"boot/config-6.12.1-arch": "CONFIG_SMP=y\n"}),
			why: "CONFIG_HZ=\"\" is not a frequency"},
		{name: "not packed", fact: record.FactTick, files: with(proc, boot, map[string]string{"proc/config.gz": "CONFIG_HZ=250\n"}),
			why: "/proc/config.gz: gzip: invalid header"},
		{name: "cut off", fact: record.FactTick, files: with(proc, boot, map[string]string{"proc/config.gz": own["proc/config.gz"][:20]}),
			why: "/proc/config.gz: unexpected EOF"},
	})
}
