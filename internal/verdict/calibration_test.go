package verdict

import (
	"math"
	"testing"

	"tare/internal/record"
)

func TestCalibration(t *testing.T) {
	for _, c := range []struct {
		shift float64
		ok    bool
	}{{0, true}, {0.05, false}} {
		r, m := rules(60), newMachine(9)
		var all []Benchmark
		for i := range 2 {
			b := Benchmark{Name: bench(i), Stop: record.StopDecided}
			for n := range 60 {
				effects := map[int]float64{0: 0, 1: 0.3}
				if n%4 == 0 {
					effects[2] = c.shift
				}
				b.Trials = m.round(b.Trials, b.Name, effects)
			}
			all = append(all, b)
		}
		var done record.Comparison
		r.Conclude(&done, all)
		if got := done.Calibration; got.Pairs != 30 || got.OK != c.ok || math.Abs(got.Shift-c.shift) > 0.02 {
			t.Errorf("copy off by %v: %+v", c.shift, got)
		}
		want := map[bool]record.Verdict{true: record.Slower, false: record.Invalid}[c.ok]
		if got := done.Benchmarks[0].Changes[0].Verdict; got != want {
			t.Errorf("copy off by %v: %s, want %s", c.shift, got, want)
		}
	}
}

func TestOneSided(t *testing.T) {
	same := compare(t, rules(100), 11, 0.03, 0.031, 0.03, 0.029, 0.03, 0.03, 0.032, 0.03)
	if a := same.OneSided; a == nil || a.Of != 8 || a.Same != 8 || !a.Slower || math.Abs(a.Typical-0.03) > 0.01 {
		t.Errorf("all by 3%%: %+v", a)
	}
	for name, effects := range map[string][]float64{
		"few":     {0.03, 0.03, 0.03},
		"unalike": {0.02, 0.5, 0.03, 0.9, 0.05, 0.3, 0.02, 0.4},
		"both":    {0.03, -0.03, 0.03, -0.03, 0.03, 0.03, 0.03, 0.03},
	} {
		if c := compare(t, rules(100), 12, effects...); c.OneSided != nil {
			t.Errorf("%s: %+v", name, c.OneSided)
		}
	}
}

// What does not move at all moves no way, and more of a rate is not slower.
func TestOneSidedUnits(t *testing.T) {
	for _, c := range []struct {
		unit   string
		center float64
		alarm  bool
	}{{"allocs/op", 1, false}, {"allocs/op", 1.1, true}, {"MB/s", 0.9, true}} {
		all := make([]record.Compared, 10)
		for i := range all {
			e := record.Estimate{Center: c.center, Lo: c.center, Hi: c.center, Confidence: 0.99, N: 20}
			all[i] = record.Compared{Metric: c.unit, Changes: []record.Change{{Variant: 1, Verdict: record.Equivalent, Ratio: e}}}
		}
		if a := OneSided(all, LargerIsBetter); (a != nil) != c.alarm || a != nil && (!a.Slower || math.Abs(a.Typical-0.1) > 1e-9) {
			t.Errorf("%s × %v: %+v", c.unit, c.center, a)
		}
	}
}
