package capacity_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tare/internal/analysis/capacity"
	"tare/internal/record"
	"tare/internal/trace/account"
)

// What tare check recommends for a quota, tare explain recommends, for the same
// stated reason.
func TestCheckAndExplainAgree(t *testing.T) {
	const period = 100 * time.Millisecond
	for _, cpus := range []float64{0.5, 1, 1.2, 1.9, 2, 2.2, 2.5, 7.3} {
		checked := capacity.Of(machine(cpus, period), capacity.Go{Env: func(string) (string, bool) { return "16", true }})
		if got := int(checked.Recommended.Value); got != capacity.Procs(cpus) {
			t.Errorf("quota %v: check says %d, want %d", cpus, got, capacity.Procs(cpus))
		}
		if why := capacity.Why(cpus, period); !strings.Contains(checked.Reason, why) && cpus != quotaOfWhole(cpus) {
			t.Errorf("quota %v: check says %q, want %q", cpus, checked.Reason, why)
		}
		causes := explained(cpus, period)
		if len(causes) != 3 { // throttled, crowded, and a stretched stop of the world
			t.Errorf("quota %v: causes %+v", cpus, causes)
		}
		for _, c := range causes {
			if want := fmt.Sprintf("GOMAXPROCS=%d", capacity.Procs(cpus)); !strings.Contains(c.Fix, want) || !strings.Contains(c.Fix, capacity.Why(cpus, period)) {
				t.Errorf("quota %v: explain says %q, want %s. %s", cpus, c.Fix, want, capacity.Why(cpus, period))
			}
		}
	}
}

// quotaOfWhole is cpus where they are whole: check then says what too many
// threads do.
func quotaOfWhole(cpus float64) float64 { return float64(int(cpus)) }

func machine(cpus float64, period time.Duration) record.Machine {
	facts := []record.Fact{{Name: record.FactCgroups, Value: "v1", Status: record.Measured}}
	return record.Machine{GOOS: "linux", CPUs: 16, Affinity: 16, Facts: facts, Cgroups: []record.ControlGroup{{
		Version: 1, Root: true, Own: true, Dir: "/g", Controllers: []string{"cpu"}, Period: period, CPU: record.Limit{Reading: record.Of(cpus)},
	}}}
}

// explained are the causes that a quota has in a recording with 16 Ps.
func explained(cpus float64, period time.Duration) []record.Cause {
	group := record.QuotaGroup{Quota: int64(cpus * float64(period)), Period: int64(period)}
	e := record.Explanation{Go: record.GoSide{GOMAXPROCS: 16}, Kernel: record.KernelSide{CPUs: 16, Groups: []record.QuotaGroup{group}},
		Duration: 1e9, Covered: 1e9, Stops: record.Stops{Count: 1, Stretched: 1, Total: 60e6, Kept: 50e6, Worst: []record.WorldStop{{Name: "stop-the-world", To: 60e6, Throttled: 50e6}}},
		Intervals: []record.Interval{{Count: 1, Mean: record.Account{Total: 1e9, Entries: []record.Entry{
			{Item: record.ItemThrottled, Ns: 4e8}, {Item: record.ItemCrowded, Ns: 2e8}, {Item: record.ItemRunning, Ns: 4e8}}}}}}
	var all []record.Cause
	for _, c := range account.Causes(e) {
		if c.Item != record.ItemRunning {
			all = append(all, c)
		}
	}
	return all
}
