package trial

import (
	"slices"
	"testing"
	"time"

	"tare/internal/measure/hook"
	"tare/internal/record"
)

// A call that touches the heap's memory takes the place of a shorter one that would
// warm the process up, and lengths say what is run.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		w    record.Windows
		want []hook.Step
	}{
		{record.Windows{Method: record.Plain, N: 9}, []hook.Step{{Kind: hook.Fresh, N: 9}}},
		{record.Windows{Method: record.Plain, N: 9, Warm: 70}, []hook.Step{{Kind: hook.WarmUp, N: 70}, {Kind: hook.Fresh, N: 9}}},
		{record.Windows{Method: record.Settled, N: 9, Lead: 5}, []hook.Step{{Kind: hook.WarmUp, N: 5}, {Kind: hook.GoOn, N: 9}}},
		{record.Windows{Method: record.Settled, N: 9, Lead: 1, Warm: 70}, []hook.Step{{Kind: hook.WarmUp, N: 70}, {Kind: hook.GoOn, N: 9}}},
		{record.Windows{Method: record.Difference, N: 9, Lead: 1}, []hook.Step{{Kind: hook.Fresh, N: 1}, {Kind: hook.Fresh, N: 10}}},
		{record.Windows{Method: record.Difference, N: 9, Lead: 5}, []hook.Step{{Kind: hook.WarmUp, N: 5}, {Kind: hook.Fresh, N: 5}, {Kind: hook.Fresh, N: 14}}},
		{record.Windows{Method: record.Difference, N: 9, Lead: 5, Warm: 70}, []hook.Step{{Kind: hook.WarmUp, N: 70}, {Kind: hook.Fresh, N: 5}, {Kind: hook.Fresh, N: 14}}},
	} {
		got := steps(c.w)
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %+v", c.w, got)
		}
		var n int64
		for _, s := range got {
			n += s.N
		}
		c.w.PerOp = 1
		if c.w.Length() != time.Duration(n) {
			t.Errorf("%+v: %d iterations, and its length is %d", c.w, n, c.w.Length())
		}
	}
}
