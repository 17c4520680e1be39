package sweep

import (
	"testing"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

func TestStatusOf(t *testing.T) {
	settled, open := record.GroupBest{Settled: true}, record.GroupBest{}
	swept := func(groups ...record.GroupBest) record.Swept { return record.Swept{Groups: groups} }
	for name, c := range map[string]struct {
		sweep record.Sweep
		want  exit.Code
	}{
		"settled":        {record.Sweep{Benchmarks: []record.Swept{swept(settled, settled), swept(settled)}}, exit.Fine},
		"one group open": {record.Sweep{Benchmarks: []record.Swept{swept(settled), swept(settled, open)}}, exit.Inconclusive},
		"failed beside":  {record.Sweep{Benchmarks: []record.Swept{swept(open)}, Failures: []record.Failure{{}}}, exit.Broken},
	} {
		if got := statusOf(c.sweep); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}
