package bill

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// scheduled makes up the switches of so many threads on so many CPUs, of which
// outsiders take some now and then: no more than cpus run at once.
func scheduled(rng *rand.Rand, threads, cpus int) []record.Switch {
	var switches []record.Switch
	states := make([]state, threads)
	running := 0
	set := func(at int64, i int) {
		to := state(rng.IntN(3))
		if to == states[i] || to == 1 && running == cpus {
			return
		}
		if states[i] == 1 {
			running--
		}
		switch states[i] = to; {
		case to == 1:
			running++
			switches = append(switches, on(i, at))
		case rng.IntN(2) == 0:
			switches, states[i] = append(switches, off(i, at)), asleep
		default:
			switches, states[i] = append(switches, pre(i, at)), preempted
		}
	}
	for at := range int64(200) {
		set(at*10, rng.IntN(threads))
	}
	return switches
}

// ran returns the ns that threads were on CPUs, summed over them.
func ran(switches []record.Switch, spans []record.Span) float64 {
	total := 0.0
	walk(switches, spans, func(threads map[int]thread, ns float64) {
		for _, s := range threads {
			if s.state == running {
				total += ns
			}
		}
	})
	return total
}

// What is not lost is never less than the CPUs there are would have needed, and
// never more with few CPUs than with many: those that do not exist are refused by
// nobody.
func TestNoMoreThanTheCPUsCanDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	spans := []record.Span{{From: 100, To: 900}, {From: 1000, To: 2000}}
	for range 3000 {
		cpus := 1 + rng.IntN(4)
		switches := scheduled(rng, 1+rng.IntN(10), cpus)
		got := Timeline(switches, spans, cpus, none)
		if least := ran(switches, spans) / float64(cpus); got.Work < least-1e-6 {
			t.Fatalf("%d CPUs: %g at work, %g of CPU time: %+v", cpus, got.Work, least*float64(cpus), got)
		}
		if sum := got.Work + got.Refused + got.Idle; math.Abs(sum-1800) > 1e-6 || got.Refused < -1e-9 || got.Lines < 1 || got.Lines > float64(cpus) {
			t.Fatalf("%d CPUs: %g of 1800: %+v", cpus, sum, got)
		}
	}
}

// Where there are CPUs for all threads, their number makes no difference.
func TestEnoughCPUs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	spans := []record.Span{{From: 0, To: 2000}}
	for range 1000 {
		threads := 1 + rng.IntN(4)
		switches := scheduled(rng, threads, 1+rng.IntN(threads))
		if some, many := Timeline(switches, spans, threads, none), Timeline(switches, spans, 0, none); !alike(some, many) {
			t.Fatalf("%d threads: %+v with as many CPUs, %+v with any number", threads, some, many)
		}
	}
}

// Equal workers beyond the CPUs cost nothing; what outsiders take does, in
// proportion.
func TestOversubscription(t *testing.T) {
	for _, c := range []struct{ workers, cpus, got int }{{8, 2, 2}, {8, 2, 1}, {4, 4, 1}, {3, 4, 2}, {8, 1, 1}, {64, 8, 6}} {
		var switches []record.Switch
		for i := range c.workers {
			switches = append(switches, on(i, 0), pre(i, 0))
		}
		slices := c.workers * 100 // each worker runs for the same time
		for at := range slices {
			for k := range c.got {
				i := (at + k) % c.workers
				if at > 0 && k == c.got-1 {
					switches = append(switches, pre((at-1)%c.workers, int64(at*10)), on(i, int64(at*10)))
				} else if at == 0 {
					switches = append(switches, on(i, 1))
				}
			}
		}
		wall := float64(slices * 10)
		got := Timeline(switches, []record.Span{{From: 0, To: int64(wall)}}, c.cpus, none)
		wanted := min(c.workers, c.cpus)
		want := wall * float64(c.got) / float64(wanted)
		if math.Abs(got.Work-want) > 0.01*wall {
			t.Errorf("%d workers got %d of %d CPUs: %g of %g at work, want %g", c.workers, c.got, c.cpus, got.Work, wall, want)
		}
	}
}
