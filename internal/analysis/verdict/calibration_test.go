package verdict

import (
	"math"
	"testing"

	"tare/internal/record"
)

// rounds runs so many rounds of a benchmark, the copy in each every-th of them.
func (m *machine) rounds(b record.Benchmark, n, every int, effect, copyOff float64) Benchmark {
	done := Benchmark{Name: b, Stop: record.StopDecided}
	for i := range n {
		effects := map[int]float64{0: 0, 1: effect}
		if i%every == 0 {
			effects[2] = copyOff
		}
		done.Trials = m.round(done.Trials, b, effects)
	}
	return done
}

// What makes a copy differ takes back the verdicts that it could have made, and no
// others.
func TestCalibration(t *testing.T) {
	for _, c := range []struct {
		shift, effect float64
		rounds, every int
		ok            bool
		want          record.Verdict
	}{
		{0, 0.3, 60, 4, true, record.Slower},
		{0.05, 0.3, 60, 4, false, record.Slower},
		{0.05, 0.05, 60, 4, false, record.Invalid},
		{0.05, -0.05, 60, 4, false, record.Invalid},
		{0.05, 0, 200, 4, false, record.Invalid},
		// A slight fault shows in hundreds of pairs, as with -floor.
		{0.008, 0.5, 200, 1, false, record.Slower},
		{0.008, -0.5, 200, 1, false, record.Faster},
		{0.008, 0.013, 200, 1, false, record.Invalid},
		{0.008, 0.019, 200, 1, false, record.Invalid}, // at most 1.4 % of which are the fault's
	} {
		r, m := rules(c.rounds), newMachine(9)
		var all []Benchmark
		for i := range 2 {
			all = append(all, m.rounds(bench(i), c.rounds, c.every, c.effect, c.shift))
		}
		var done record.Comparison
		r.Conclude(&done, all)
		got := done.Calibration
		if got.Pairs != 2*c.rounds/c.every || got.OK != c.ok || math.Abs(got.Shift-c.shift) > 0.02 || got.Reach < math.Abs(got.Shift) {
			t.Errorf("copy off by %v: %+v", c.shift, got)
		}
		if got := done.Benchmarks[0].Changes[0]; got.Verdict != c.want {
			t.Errorf("copy off by %v, change of %v: %s, want %s: %+v, %s", c.shift, c.effect, got.Verdict, c.want, got.Ratio, got.Why)
		}
	}
}

func TestBeyondTheFault(t *testing.T) {
	const reach = 0.005
	for _, c := range []struct {
		v      record.Verdict
		lo, hi float64
		want   bool
	}{
		{record.Slower, 1.006, 1.05, true}, {record.Slower, 1.004, 1.05, false},
		{record.Faster, 0.95, 0.994, true}, {record.Faster, 0.95, 0.996, false},
		{record.Equivalent, 0.986, 1.014, true}, {record.Equivalent, 0.99, 1.016, false},
	} {
		change := record.Change{Verdict: c.v, Ratio: record.Estimate{Center: (c.lo + c.hi) / 2, Lo: c.lo, Hi: c.hi, N: 20, Confidence: 0.95}}
		if got := rules(9).beyond(change, "ns/op", reach); got != c.want {
			t.Errorf("%s [%v, %v]: %v", c.v, c.lo, c.hi, got)
		}
	}
}

// A copy that differs in one benchmark among many says nothing for that one, however
// little it is of all pairs.
func TestCopyOfOneBenchmarkDiffers(t *testing.T) {
	r, m := rules(60), newMachine(5)
	all := []Benchmark{m.rounds(bench(0), 60, 1, 0.08, 0.1)}
	for i := range 3 {
		all = append(all, m.rounds(bench(i+1), 60, 1, 0.08, 0))
	}
	var done record.Comparison
	r.Conclude(&done, all)
	if done.Calibration.OK {
		t.Fatalf("not found out: %+v", done.Calibration)
	}
	for i, want := range []record.Verdict{record.Invalid, record.Slower, record.Slower, record.Slower} {
		if got := done.Benchmarks[i].Changes[0]; got.Verdict != want {
			t.Errorf("%d: %s, want %s (copies reach %v)", i, got.Verdict, want, done.Calibration.Reach)
		}
	}
}

// With hundreds of pairs in each of a hundred benchmarks, not all pairs of pairs are
// kept.
func TestCalibrationOfMany(t *testing.T) {
	logs := make([]float64, 20_000)
	for i := range logs {
		logs[i] = 0.001 + 0.01*math.Sin(float64(i))
	}
	if c := calibration([]copied{{logs: logs}}, miscalibrated); c.OK || c.Pairs != len(logs) || math.Abs(c.Shift-0.001) > 5e-4 {
		t.Errorf("%+v", c)
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
			all[i] = record.Compared{Metric: c.unit, Larger: largerIsBetter(c.unit), Benchmark: bench(i), Changes: []record.Change{{Variant: 1, Verdict: record.Equivalent, Ratio: e}}}
		}
		if a := OneSided(all); (a != nil) != c.alarm || a != nil && (!a.Slower || math.Abs(a.Typical-0.1) > 1e-9) {
			t.Errorf("%s × %v: %+v", c.unit, c.center, a)
		}
	}
}
