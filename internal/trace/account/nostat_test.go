package account

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// That there is no reading of cpu.stat has a reason.
func TestNoStat(t *testing.T) {
	for want, h := range map[string]*event.KernelHeader{
		"there is no kernel recording":       nil,
		"at level none nothing is read":      {Level: record.KernelNone},
		"no reading of the cpu.stat of /pod": {Level: record.KernelBPF, Groups: []record.QuotaGroup{{Path: "/pod"}}},
		"the process is in the root": {Level: record.KernelPerf,
			Why: []string{"ebpf: not allowed", event.NoStat + "the process is in the root"}},
		"in no control group": {Level: record.KernelPerf, Why: []string{"ebpf: not allowed"}}, // an older recording
	} {
		b := New(Options{Kernel: h})
		b.Piece(&event.Piece{Lane: record.Lane{Kind: record.LaneThread, ID: 1}, Start: 0, End: 50, Item: record.ItemRunning})
		if got := b.Explain(0, 50).Throttle.Stat; got.OK() || !strings.Contains(got.Why, want) || strings.Contains(got.Why, event.NoStat) {
			t.Errorf("%+v, not %q", got, want)
		}
	}
}
