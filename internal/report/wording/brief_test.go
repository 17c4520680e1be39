package wording

import (
	"testing"

	"tare/internal/record"
)

// TestFindingsInBrief checks that the line fits on a narrow terminal, whatever was found.
func TestFindingsInBrief(t *testing.T) {
	for _, c := range []struct {
		serious, warnings []string
		want              string
	}{
		{nil, nil, ""},
		{[]string{"load"}, []string{"hypervisor-steal"}, "1 serious: load; 1 warning: hypervisor-steal; see -v or tare check"},
		{[]string{"load"}, []string{"hypervisor-steal", "cpu-pressure"},
			"1 serious: load; 2 warnings: hypervisor-steal and 1 more; see -v or tare check"},
		{nil, []string{"hypervisor-steal", "cpu-pressure"}, "2 warnings: hypervisor-steal, cpu-pressure; see -v or tare check"},
		{[]string{"load", "cpu-pressure", "cpu-quota", "swap-in-use"}, []string{"hypervisor-steal", "tick"},
			"4 serious: load, cpu-pressure and 2 more; 2 warnings; see -v or tare check"},
		{[]string{"isolated-cpus-affinity", "transparent-huge-pages", "frequency-governor"}, []string{"kvm-clock", "os-noise"},
			"3 serious: isolated-cpus-affinity and 2 more; 2 warnings; see -v or tare check"},
	} {
		fs := []record.Finding{{ID: "aslr-kept", Severity: record.Info}}
		for _, id := range c.warnings {
			fs = append(fs, record.Finding{ID: id, Severity: record.Warning})
		}
		for _, id := range c.serious {
			fs = append(fs, record.Finding{ID: id, Severity: record.Serious})
		}
		if got := inBrief(fs).String(); got != c.want || len(got) > briefWidth {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
