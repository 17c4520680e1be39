package explanations

import (
	"fmt"
	"math"
	"testing"

	"tare/internal/record"
)

// TestExamplesAddUp checks what renderers may rely on.
func TestExamplesAddUp(t *testing.T) {
	for name, e := range examples() {
		for what, a := range accounts(e) {
			sum := a.Residual
			for _, entry := range a.Entries {
				sum += entry.Ns
			}
			if math.Abs(sum-a.Total) > 1 || a.Residual < -1 || a.Residual > 0.05*a.Total {
				t.Errorf("%s, %s: items sum to %g of %g, with a residual of %g", name, what, sum, a.Total, a.Residual)
			}
		}
		for _, d := range []record.Delays{e.Wakeups.Goroutines, e.Wakeups.Threads} {
			for i, n := range d.Steps {
				for _, column := range d.ByTime {
					n -= column[i]
				}
				if n != 0 {
					t.Errorf("%s: step %d: %d delays are missing over time", name, i, n)
				}
			}
		}
		for _, ep := range e.Throttle.Episodes {
			for _, v := range ep.Victims {
				if v.From < ep.From || v.To > ep.To || v.From >= v.To || ep.To > e.Duration {
					t.Errorf("%s: thread %d is throttled from %d to %d, outside of %d to %d", name, v.TID, v.From, v.To, ep.From, ep.To)
				}
			}
		}
	}
}

func accounts(e record.Explanation) map[string]record.Account {
	as := make(map[string]record.Account)
	for _, i := range e.Intervals {
		as[i.Name] = i.Mean
		for _, b := range i.Bars {
			as[i.Name+" "+b.Name] = b.Account
		}
	}
	for _, g := range e.Groups {
		as[g.Name] = g.Account
	}
	for _, b := range append(e.Threads, e.Procs...) {
		as[fmt.Sprint(b.Lane)] = b.Account
	}
	return as
}
