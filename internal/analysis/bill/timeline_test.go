package bill

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

func on(tid int, at int64) record.Switch  { return record.Switch{Time: at, TID: tid} }
func off(tid int, at int64) record.Switch { return record.Switch{Time: at, TID: tid, Out: true} }
func pre(tid int, at int64) record.Switch {
	return record.Switch{Time: at, TID: tid, Out: true, Preempt: true}
}

func none(int) bool { return false }

func TestKnownTimelines(t *testing.T) {
	for _, c := range []struct {
		name                string
		cpus                int
		switches            []record.Switch
		work, refused, idle float64
		pending, lines      float64
	}{
		{"alone on a CPU", 2, []record.Switch{on(1, 0)}, 1000, 0, 0, 0, 1},
		{"throttled for half of it", 2, []record.Switch{on(1, 0), pre(1, 300), on(1, 800)}, 500, 500, 0, 500, 1},
		{"throttled for half of it, on the only CPU", 1, []record.Switch{on(1, 0), pre(1, 300), on(1, 800)}, 500, 500, 0, 500, 1},
		{"asleep for half of it", 2, []record.Switch{on(1, 0), off(1, 300), on(1, 800)}, 500, 0, 500, 0, 1},
		{"a goroutine that moves on to another thread while its first is throttled with nothing to do", 2,
			[]record.Switch{on(1, 0), pre(1, 500), on(2, 500)}, 1000, 0, 0, 500, 1},
		{"two workers", 2, []record.Switch{on(1, 0), on(2, 0)}, 1000, 0, 0, 0, 2},
		{"two workers, one refused for half of it", 2,
			[]record.Switch{on(1, 0), on(2, 0), pre(2, 500)}, 500 + 500*1000.0/1500, 500 * 500.0 / 1500, 0, 500, 1.5},
		{"two workers, both throttled for half of it", 2,
			[]record.Switch{on(1, 0), on(2, 0), pre(1, 500), pre(2, 500)}, 500, 500, 0, 1000, 2},
		{"two workers that get one CPU of two", 2,
			[]record.Switch{on(1, 0), pre(2, 0), pre(1, 500), on(2, 500)}, 500, 500, 0, 1000, 1},
		{"two workers that get one CPU, and nobody knows of how many", 0,
			[]record.Switch{on(1, 0), pre(2, 0), pre(1, 500), on(2, 500)}, 500, 500, 0, 1000, 1},
		{"two workers that take turns on the only CPU", 1,
			[]record.Switch{on(1, 0), pre(2, 0), pre(1, 500), on(2, 500)}, 1000, 0, 0, 1000, 1},
		{"four workers that take turns on both CPUs", 2,
			[]record.Switch{on(1, 0), on(2, 0), pre(3, 0), pre(4, 0), pre(1, 500), pre(2, 500), on(3, 500), on(4, 500)}, 1000, 0, 0, 2000, 2},
		{"four workers that get one CPU of two", 2,
			[]record.Switch{on(1, 0), pre(2, 0), pre(3, 0), pre(4, 0), pre(1, 250), on(2, 250), pre(2, 500), on(3, 500), pre(3, 750), on(4, 750)},
			500, 500, 0, 3000, 1},
		{"four workers, all throttled for half of it", 2,
			[]record.Switch{on(1, 0), on(2, 0), pre(3, 0), pre(4, 0), pre(1, 500), pre(2, 500)}, 500, 500, 0, 3000, 2},
		// The helper runs for 150 and the other for 1000, and so it weighs 150÷1150.
		{"a helper that is refused beside the one that matters", 2,
			[]record.Switch{on(1, 0), on(2, 0), pre(2, 100), on(2, 900), off(2, 950)},
			1000 - 800*150.0/1150, 800 * 150.0 / 1150, 0, 800, 1.15},
		// It is not the container that lets the helper go first.
		{"the one that matters is refused by its helper", 1,
			[]record.Switch{on(1, 0), pre(1, 800), on(2, 800)}, 1000, 0, 0, 200, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Timeline(c.switches, []record.Span{{From: 0, To: 1000}}, c.cpus, none)
			want := record.Timeline{Status: record.Measured, Work: c.work, Refused: c.refused, Idle: c.idle, Pending: c.pending, Lines: c.lines}
			if !alike(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func alike(a, b record.Timeline) bool {
	close := func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }
	return a.Status == b.Status && close(a.Work, b.Work) && close(a.Refused, b.Refused) && close(a.Idle, b.Idle) &&
		close(a.Pending, b.Pending) && close(a.Lines, b.Lines)
}

// A thread that spins for work in a process that has one line of it costs
// nothing while it is refused.
func TestSpinnersCostNothing(t *testing.T) {
	switches := []record.Switch{on(1, 0)}
	for at := int64(100); at < 10_000; at += 1000 {
		switches = append(switches, on(2, at), pre(2, at+1), on(2, at+800), off(2, at+801))
	}
	got := Timeline(switches, []record.Span{{From: 0, To: 10_000}}, 2, none)
	if got.Refused > 0.01*10_000 {
		t.Errorf("%+v", got)
	}
}

// Two workers that are never both on a CPU, but for the start, where there is
// only one: that start must not pass for evidence that the other one spins.
func TestWorkersThatAreAlwaysRefusedSomething(t *testing.T) {
	switches := []record.Switch{on(1, 0), pre(2, 50)}
	for at := int64(100); at < 10_000; at += 200 {
		switches = append(switches, pre(1, at), on(2, at), pre(2, at+100), on(1, at+100))
	}
	got := Timeline(switches, []record.Span{{From: 0, To: 10_000}}, 2, none)
	if got.Work < 4900 || got.Work > 5200 {
		t.Errorf("%+v", got)
	}
}

// What happens before, between and after the spans does not count, but the
// states that it leaves do.
func TestSpans(t *testing.T) {
	switches := []record.Switch{on(1, 0), pre(1, 150), on(1, 250), off(1, 310), on(1, 390), off(1, 500)}
	got := Timeline(switches, []record.Span{{From: 100, To: 200}, {From: 300, To: 400}, {From: 450, To: 600}}, 2, none)
	want := record.Timeline{Status: record.Measured, Work: 50 + 20 + 50, Refused: 50, Idle: 80 + 100, Pending: 50, Lines: 1}
	if !alike(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := Timeline(switches, nil, 2, none); got.Work+got.Refused+got.Idle != 0 {
		t.Errorf("without spans: %+v", got)
	}
}

func TestIgnoredThreads(t *testing.T) {
	got := Timeline([]record.Switch{on(1, 0), off(1, 500), on(7, 0)}, []record.Span{{From: 0, To: 1000}}, 2, func(tid int) bool { return tid == 7 })
	if got.Work != 500 || got.Idle != 500 {
		t.Errorf("%+v", got)
	}
}

// Whatever the switches, the parts sum to the window, and neither their order
// in the input nor the unit of time matters.
func TestPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var switches []record.Switch
		for i := range rng.IntN(60) {
			// Distinct times: of two switches at once the order is all there is.
			s := record.Switch{Time: int64(i*20 + rng.IntN(20)), TID: rng.IntN(4), Out: rng.IntN(2) == 0}
			s.Preempt = s.Out && rng.IntN(2) == 0
			switches = append(switches, s)
		}
		spans := []record.Span{{From: 100, To: 400}, {From: 420, To: 900}}
		got := Timeline(switches, spans, 2, none)
		if sum := got.Work + got.Refused + got.Idle; math.Abs(sum-780) > 1e-6 {
			t.Fatalf("%g of 780: %+v from %+v", sum, got, switches)
		}
		if got.Work < 0 || got.Refused < -1e-9 || got.Idle < 0 || got.Lines < 1 {
			t.Fatalf("%+v from %+v", got, switches)
		}
		rng.Shuffle(len(switches), func(i, j int) { switches[i], switches[j] = switches[j], switches[i] })
		if again := Timeline(switches, spans, 2, none); !alike(again, got) {
			t.Fatalf("shuffled: %+v, was %+v", again, got)
		}
	}
}
