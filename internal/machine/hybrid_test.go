package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestHybridByCounters(t *testing.T) {
	const fast, slow = "sys/devices/cpu_core/cpus", "sys/devices/cpu_atom/cpus"
	laptop := with(cores("0-5", 6, "0,1", "2,3", "4", "5"), map[string]string{"proc/cpuinfo": "flags\t: fpu\n"})
	guest := with(laptop, map[string]string{"proc/cpuinfo": "flags\t: fpu hypervisor\n"})
	model := func(name string) map[string]string {
		return with(guest, map[string]string{"proc/cpuinfo": "model name\t: " + name + "\nflags\t: fpu hypervisor\n"})
	}
	types := map[string]string{fast: "0-3\n", slow: "4-5\n"}
	checkReadings(t, "amd64", []reading{
		{name: "hybrid", fact: record.FactHybrid, files: with(laptop, types),
			value: "2 performance (0-3), 2 efficient (4-5)", number: 2},
		{name: "three types", fact: record.FactHybrid, files: with(laptop, types, map[string]string{slow: "4\n", "sys/devices/cpu_lowpower/cpus": "5\n"}),
			value: "2 performance (0-3), 1 efficient (4), 1 low-power (5)", number: 3},
		{name: "efficient ones offline", fact: record.FactHybrid, files: with(laptop, types, map[string]string{slow: "\n"}),
			value: "all alike", number: 1},
		{name: "alike", fact: record.FactHybrid, files: laptop,
			value: "all alike", number: 1},
		{name: "preferred cores are alike", fact: record.FactHybrid, files: with(laptop, map[string]string{
			cpus + "cpu0/acpi_cppc/highest_perf": "196\n", cpus + "cpu2/acpi_cppc/highest_perf": "166\n",
			cpus + "cpu0/cpu_capacity": "1024\n", cpus + "cpu2/cpu_capacity": "867\n"}),
			value: "all alike", number: 1},
		{name: "guest", fact: record.FactHybrid, files: guest,
			why: "the hypervisor does not say"},
		{name: "guest of a server", fact: record.FactHybrid, files: model("Intel(R) Xeon(R) CPU @ 2.20GHz"),
			value: "all alike", number: 1},
		{name: "guest of another server", fact: record.FactHybrid, files: model("AMD EPYC 7B12"),
			value: "all alike", number: 1},
		{name: "guest that is told a tale", fact: record.FactHybrid, files: model("Intel Xeon Processor (Skylake)"),
			why: "the hypervisor does not say"},
		{name: "guest that is told another tale", fact: record.FactHybrid, files: model("AMD EPYC Processor (with IBPB)"),
			why: "the hypervisor does not say"},
		{name: "guest that is told", fact: record.FactHybrid, files: with(guest, types),
			value: "2 performance (0-3), 2 efficient (4-5)", number: 2},
		{name: "damaged", fact: record.FactHybrid, files: with(laptop, map[string]string{fast: "?"}),
			why: "/sys/devices/cpu_core/cpus: "},
		{name: "no flags", fact: record.FactHybrid, files: cores("0", 1, "0"),
			why: "/proc is not mounted"},
	})
}

func TestHybridByCapacity(t *testing.T) {
	phone := cores("0-3", 4, "0", "1", "2", "3")
	capacities := func(c ...string) map[string]string {
		files := make(map[string]string)
		for i, v := range c {
			files[cpus+"cpu"+string(rune('0'+i))+"/cpu_capacity"] = v + "\n"
		}
		return files
	}
	checkReadings(t, "arm64", []reading{
		{name: "big.LITTLE", fact: record.FactHybrid, files: with(phone, capacities("446", "446", "1024", "1024")),
			value: "2 performance (2-3), 2 efficient (0-1)", number: 2},
		{name: "three types", fact: record.FactHybrid, files: with(phone, capacities("250", "250", "700", "1024")),
			value: "1 performance (3), 1 middle (2), 2 efficient (0-1)", number: 3},
		{name: "alike", fact: record.FactHybrid, files: with(phone, capacities("1024", "1024", "1024", "1024")),
			value: "all alike", number: 1},
		{name: "one is not rated", fact: record.FactHybrid, files: with(phone, capacities("1024", "1024", "1024")),
			status: record.Unsupported, why: "the kernel does not rate the CPUs: /sys/devices/system/cpu/cpu3/cpu_capacity"},
		{name: "damaged", fact: record.FactHybrid, files: with(phone, capacities("fast")),
			why: "cpu0/cpu_capacity: \"fast\" is not a number"},
	})
}
