package summary

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tare/internal/record"
)

func text(values []record.Value) string {
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprintf("%g %s", v.Value, v.Unit))
	}
	return strings.Join(words, "; ")
}

const times100 = "100000 ns/op; 100000 net-ns/op; 100000 cpu-ns/op; 100000 oncpu-ns/op; 0 throttled-ns/op; " +
	"0 runq-ns/op; 0 stolen-ns/op; 0 gcpause-ns/op; 0 blocked-ns/op; 0 residual-ns/op"

func TestValues(t *testing.T) {
	noCounters := unread(record.GCCycles, record.MinorFaults)
	for _, c := range []struct {
		name  string
		trial record.Trial
		want  string
	}{
		{"everything", trial(1, func(t *record.Trial) {
			t.SetBytes = 4096
			t.Extra = map[string]float64{"p99-ns": 7, "hits/op": 0.5}
		}, read(record.AllocBytes, 112_999), read(record.Mallocs, 1500), read(record.GCAssist, 2000),
			read(record.Voluntary, 30), read(record.Involuntary, 4), read(record.Migrations, 1), read(record.MajorFaults, 0),
			read(record.Cycles, 3e8), read(record.Instructions, 6e8), read(record.CacheMisses, 5000), read(record.TLBMisses, 700)),
			times100 + "; 40.96 MB/s; 0.5 hits/op; 7 p99-ns; 112 B/op; 1 allocs/op; 112.999 exact-B/op; 1.5 exact-allocs/op; " +
				"0.002 gc/op; 2 gc-assist-ns/op; 0.03 voluntary-switches/op; 0.004 involuntary-switches/op; 0.001 migrations/op; " +
				"0.01 minor-faults/op; 0 major-faults/op; 300000 cycles/op; 600000 instructions/op; 5 cache-misses/op; 0.7 dtlb-misses/op"},
		{"own metrics replace the built-in ones", trial(1, noCounters, read(record.AllocBytes, 1e6), read(record.Mallocs, 1e3), func(t *record.Trial) {
			t.SetBytes = 4096
			t.Extra = map[string]float64{"ns/op": 5, "MB/s": 6, "B/op": 7.9, "stolen-ns/op": 8, "other": 9}
		}), strings.NewReplacer("100000 ns/op", "5 ns/op", "0 stolen", "8 stolen").Replace(times100) +
			"; 6 MB/s; 9 other; 7 B/op; 1 allocs/op; 1000 exact-B/op; 1 exact-allocs/op"},
		{"own metrics suppress the built-in ones", trial(1, noCounters, func(t *record.Trial) {
			t.SetBytes = 4096
			t.Extra = map[string]float64{"ns/op": 0, "MB/s": 0, "zero/op": 0}
		}), strings.TrimPrefix(times100, "100000 ns/op; ") + "; 0 zero/op"},
		{"not finite", trial(1, noCounters, func(t *record.Trial) {
			t.Extra = map[string]float64{"a": math.NaN(), "b": math.Inf(1), "c": 1}
		}), times100 + "; 1 c"},
		{"no steal, no cpu.stat", trial(1, noCounters, unread(record.Steal, record.Throttled)),
			strings.NewReplacer("0 throttled-ns/op; ", "", "0 stolen-ns/op; ", "").Replace(times100)},
		{"no schedstat", trial(1, noCounters, unread(record.RunqWait), func(t *record.Trial) {
			t.Bill = record.Bill{Wall: 100e3, Net: 100e3, CPU: 90e3, Residual: 100e3, NetStatus: record.Unsupported}
		}), "100000 ns/op; 90000 cpu-ns/op; 100000 residual-ns/op"},
		{"whole process", trial(1, read(record.AllocBytes, 112_000), func(t *record.Trial) {
			t.Accounting = record.ByProcess
			t.Bill = record.Bill{Wall: 100e3, OnCPU: 70e3, CPU: 70e3, Throttled: 20e3, Residual: 10e3, Net: 80e3}
		}), "100000 ns/op; 70000 cpu-ns/op; 70000 oncpu-ns/op; 20000 throttled-ns/op; 10000 residual-ns/op; 112 B/op"},
		{"no iterations", record.Trial{Outcome: record.Failed}, ""},
	} {
		extra := len(c.trial.Extra)
		if got := text(Values(c.trial)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if len(c.trial.Extra) != extra {
			t.Errorf("%s: the trial's own metrics were changed", c.name)
		}
	}
}
