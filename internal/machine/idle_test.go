package machine_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"tare/internal/record"
)

// idleState returns one idle state of CPU 0.
func idleState(n int, name string, latency int, disable string) map[string]string {
	dir := fmt.Sprintf("%scpu0/cpuidle/state%d/", cpus, n)
	return map[string]string{dir + "name": name + "\n", dir + "latency": fmt.Sprintln(latency), dir + "disable": disable + "\n"}
}

func TestIdleStates(t *testing.T) {
	base := map[string]string{cpus + "online": "0\n", cpus + "cpuidle/current_driver": "intel_idle\n", cpus + "cpuidle/current_governor_ro": "menu\n"}
	poll, c1, c6 := idleState(0, "POLL", 0, "0"), idleState(1, "C1", 2, "0"), idleState(2, "C6", 133, "0")
	checkReadings(t, "amd64", []reading{
		{name: "deepest", fact: record.FactIdleStates, files: with(base, poll, c1, c6),
			value: "intel_idle, governor menu, deepest C6 (133µs)", number: 133e3},
		{name: "disabled", fact: record.FactIdleStates, files: with(base, poll, c1, idleState(2, "C6", 133, "1")),
			value: "intel_idle, governor menu, deepest C1 (2µs)", number: 2e3},
		{name: "only polling", fact: record.FactIdleStates, files: with(base, poll),
			value: "intel_idle, governor menu, deepest POLL (0s)"},
		{name: "all disabled", fact: record.FactIdleStates, files: with(base, idleState(0, "POLL", 0, "1")),
			why: "cpu0/cpuidle has no state that is enabled"},
		{name: "governor under its newer name", fact: record.FactIdleStates,
			files: with(poll, c1, map[string]string{cpus + "online": "0\n", cpus + "cpuidle/current_driver": "acpi_idle\n", cpus + "cpuidle/current_governor": "teo\n"}),
			value: "acpi_idle, governor teo, deepest C1 (2µs)", number: 2e3},
		{name: "no driver", fact: record.FactIdleStates, files: with(base, map[string]string{cpus + "cpuidle/current_driver": "none\n"}),
			status: record.Unsupported, why: "no idle driver is registered"},
		{name: "no states", fact: record.FactIdleStates, files: base,
			status: record.Unsupported, why: "cpu0/cpuidle: "},
		{name: "damaged", fact: record.FactIdleStates, files: with(base, c1, map[string]string{cpus + "cpu0/cpuidle/state1/latency": "x\n"}),
			why: "state1/latency: \"x\" is not a number"},
	})
}

func TestCPULatency(t *testing.T) {
	device := func(µs uint32) map[string]string {
		return map[string]string{"dev/cpu_dma_latency": string(binary.NativeEndian.AppendUint32(nil, µs))}
	}
	checkReadings(t, "amd64", []reading{
		{name: "none", fact: record.FactCPULatency, files: device(2_000_000_000), value: "none"},
		{name: "zero", fact: record.FactCPULatency, files: device(0), value: "0s"},
		{name: "some", fact: record.FactCPULatency, files: device(20), value: "20µs", number: 20e3},
		// 10 is a byte that text files end in.
		{name: "ten", fact: record.FactCPULatency, files: device(10), value: "10µs", number: 10e3},
		{name: "text", fact: record.FactCPULatency, files: map[string]string{"dev/cpu_dma_latency": "0\n"}, why: "2 bytes, not the 4 of a number"},
		{name: "no device", fact: record.FactCPULatency, files: map[string]string{"dev/null": ""},
			why: "/dev/cpu_dma_latency does not exist"},
	})
}
