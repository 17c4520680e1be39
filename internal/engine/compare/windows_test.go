package compare

import (
	"testing"
	"time"

	"tare/internal/measure/cell"
	"tare/internal/record"
)

// limited is a variant with a quota of so many CPUs per period.
func limited(quota float64, period time.Duration) Variant {
	return Variant{Variant: record.Variant{Cell: record.Cell{Quota: quota, Period: period.Microseconds()}}, Limits: cell.Limits{Quota: quota, Period: period}}
}

func TestWindowsSpanPeriods(t *testing.T) {
	usual := cell.DefaultPeriod
	pinned, oneProc := Variant{}, limited(0.5, 10*time.Millisecond)
	pinned.Cell.CPUs, oneProc.Cell.GOMAXPROCS = "0", 1
	for _, c := range []struct {
		metric   string
		keep     bool
		old, new Variant
		want     time.Duration
		found    int
	}{
		{"auto", false, limited(0.5, usual), limited(0.8, usual), 500 * time.Millisecond, 0},
		{"auto", false, limited(0.5, 10*time.Millisecond), oneProc, 50 * time.Millisecond, 0},
		{"auto", false, limited(0.5, usual), limited(0.5, usual), 20 * time.Millisecond, 0},
		{"auto", false, Variant{}, pinned, 20 * time.Millisecond, 0},
		{"auto", true, Variant{}, limited(0.5, usual), 20 * time.Millisecond, 1},
		{"cpu-ns/op,ns/op", false, limited(0.5, usual), limited(0.5, usual), 500 * time.Millisecond, 0},
		{"cpu-ns/op", false, Variant{}, limited(0.5, usual), 20 * time.Millisecond, 0},
	} {
		e := &engine{variants: []Variant{c.old, c.new}, Request: Request{KeepWindow: c.keep}}
		p := &e.result.Plan
		p.Metric, p.Benchtime = c.metric, 20*time.Millisecond
		if e.spanPeriods(); p.Benchtime != c.want || len(e.result.Findings) != c.found {
			t.Errorf("%s, %+v and %+v: windows of %s, findings %+v", c.metric, c.old.Cell, c.new.Cell, p.Benchtime, e.result.Findings)
		}
	}
}
