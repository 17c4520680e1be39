package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestWorkqueueCPUs(t *testing.T) {
	file := func(mask string) map[string]string {
		return map[string]string{"sys/devices/virtual/workqueue/cpumask": mask + "\n"}
	}
	checkReadings(t, "amd64", []reading{
		{name: "eight", fact: record.FactWorkqueue, files: file("ff"), value: "0-7", number: 8},
		{name: "many", fact: record.FactWorkqueue, files: file("1,00000005"), value: "0,2,32", number: 3},
		{name: "damaged", fact: record.FactWorkqueue, files: file("0-7"), why: "workqueue/cpumask: \"0-7\" is not a mask"},
	})
}

func TestIRQAffinity(t *testing.T) {
	base := map[string]string{cpus + "online": "0-3\n", "proc/irq/default_smp_affinity": "ff\n", "proc/irq/9/acpi/x": ""}
	irq := func(n, list string) map[string]string {
		return map[string]string{"proc/irq/" + n + "/smp_affinity_list": list + "\n"}
	}
	checkReadings(t, "amd64", []reading{
		{name: "spread", fact: record.FactIRQAffinity, files: with(base, irq("24", "0-3"), irq("25", "2"), irq("26", "0-127"), irq("27", "0-2,8")),
			value: "4 interrupts, 2 on every CPU, default 0-3", number: 2},
		{name: "kept away", fact: record.FactIRQAffinity, files: with(base, irq("24", "0"), map[string]string{"proc/irq/default_smp_affinity": "1\n"}),
			value: "1 interrupt, 0 on every CPU, default 0"},
		{name: "default offline", fact: record.FactIRQAffinity, files: with(base, map[string]string{"proc/irq/default_smp_affinity": "f0\n"}),
			value: "0 interrupts, 0 on every CPU, default none"},
		{name: "one CPU", fact: record.FactIRQAffinity, files: map[string]string{cpus + "online": "0\n", "proc/irq/9/acpi/x": ""},
			status: record.Unsupported, why: "default_smp_affinity: "},
		{name: "says nothing", fact: record.FactIRQAffinity, files: with(base, irq("24", "")), why: "24/smp_affinity_list: it is empty"},
	})
}

func TestIRQBalance(t *testing.T) {
	host := map[string]string{"proc/1/comm": "systemd\n", "proc/2/comm": "kthreadd\n", "proc/self/comm": "irqbalance\n", "proc/99/cmdline": ""}
	checkReadings(t, "amd64", []reading{
		{name: "running", fact: record.FactIRQBalance, files: with(host, map[string]string{"proc/812/comm": "irqbalance\n"}), value: "running (PID 812)"},
		{name: "not running", fact: record.FactIRQBalance, files: host, value: "not running"},
		{name: "container", fact: record.FactIRQBalance, files: map[string]string{"proc/1/comm": "sh\n"}, why: "only processes of this PID namespace"},
		{name: "container with more", fact: record.FactIRQBalance, files: map[string]string{"proc/2/comm": "nginx\n"}, why: "only processes of this PID namespace"},
	})
}
