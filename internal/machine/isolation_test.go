package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestCPUSets(t *testing.T) {
	boot := func(line string) map[string]string {
		return map[string]string{"proc/cmdline": line + "\n", cpus + "possible": "0-7\n"}
	}
	checkReadings(t, "amd64", []reading{
		{name: "offline", fact: record.FactOffline, files: map[string]string{cpus + "offline": "4-127\n", cpus + "present": "0-7\n"},
			value: "4-7", number: 4},
		{name: "not there", fact: record.FactOffline, files: map[string]string{cpus + "offline": "8-127\n", cpus + "present": "0-7\n"},
			value: "none"},
		{name: "offline, without present", fact: record.FactOffline, files: map[string]string{cpus + "offline": "8\n"},
			status: record.Unsupported, why: "cpu/present: "},
		{name: "isolated", fact: record.FactIsolated, files: map[string]string{cpus + "isolated": "2-3\n"},
			value: "2-3", number: 2},
		{name: "not isolated", fact: record.FactIsolated, files: map[string]string{cpus + "isolated": "\n"},
			value: "none"},
		{name: "isolated, damaged", fact: record.FactIsolated, files: map[string]string{cpus + "isolated": "3-2\n"},
			why: "cpu/isolated: \"3-2\" is not a list"},
		{name: "tickless", fact: record.FactNoHzFull, files: map[string]string{cpus + "nohz_full": "1,3\n"},
			value: "1,3", number: 2},
		{name: "never made", fact: record.FactNoHzFull, files: map[string]string{cpus + "nohz_full": "  (null)\n"},
			value: "none"},
		{name: "not built in", fact: record.FactNoHzFull, files: map[string]string{cpus + "online": "0\n"},
			status: record.Unsupported, why: "cpu/nohz_full: "},
		{name: "callbacks", fact: record.FactRCUNoCBs, files: boot("quiet rcu_nocbs=2-3"),
			value: "2-3", number: 2},
		{name: "callbacks of tickless CPUs", fact: record.FactRCUNoCBs, files: with(boot("rcu-nocbs=1-2"), map[string]string{cpus + "nohz_full": "2-3\n"}),
			value: "1-3", number: 3},
		{name: "up to the last", fact: record.FactRCUNoCBs, files: boot("rcu_nocbs=6-N"),
			value: "6-7", number: 2},
		{name: "all", fact: record.FactRCUNoCBs, files: boot("rcu_nocbs=all"),
			value: "0-7", number: 8},
		{name: "no list", fact: record.FactRCUNoCBs, files: boot("rcu_nocbs"),
			value: "none"},
		{name: "list with strides", fact: record.FactRCUNoCBs, files: boot("rcu_nocbs=0-7:1/2"),
			why: "/proc/cmdline: rcu_nocbs: "},
	})
}
