package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestMitigations(t *testing.T) {
	const dir = cpus + "vulnerabilities/"
	boot := map[string]string{"proc/cmdline": "quiet mitigations=auto,nosmt\n"}
	flaws := map[string]string{
		dir + "l1tf":       "Not affected\n",
		dir + "mds":        "Vulnerable: Clear CPU buffers attempted, no microcode; SMT Host state unknown\n",
		dir + "meltdown":   "Mitigation: PTI\n",
		dir + "spectre_v2": "Mitigation: Retpolines\n",
		dir + "srbds":      "Unknown: Dependent on hypervisor status\n",
	}
	checkReadings(t, "amd64", []reading{
		{name: "of all kinds", fact: record.FactMitigations, files: with(boot, flaws),
			value: "2 mitigated, 1 vulnerable (mds), 1 unknown (srbds)", number: 1},
		{name: "off", fact: record.FactMitigations, files: with(flaws, map[string]string{"proc/cmdline": "mitigations=auto mitigations=off\n"}),
			value: "off (mitigations=off)", number: 1},
		{name: "about guests", fact: record.FactMitigations, files: with(boot, map[string]string{
			dir + "itlb_multihit": "KVM: Mitigation: VMX disabled\n", dir + "l1tf": "Processor vulnerable\n"}),
			value: "1 mitigated, 1 vulnerable (l1tf)", number: 1},
		{name: "none needed", fact: record.FactMitigations, files: with(boot, map[string]string{dir + "l1tf": "Not affected\n"}),
			value: "none needed"},
		{name: "old kernel", fact: record.FactMitigations, files: with(boot, map[string]string{cpus + "online": "0\n"}),
			status: record.Unsupported, why: "cpu/vulnerabilities: "},
		{name: "says nothing", fact: record.FactMitigations, files: with(boot, map[string]string{dir + "l1tf": "\n"}),
			why: "vulnerabilities/l1tf: it is empty"},
	})
}
