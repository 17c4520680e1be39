package bench

import (
	"context"
	"runtime/trace"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tare/eval/explain/truth"
	"tare/internal/record"
)

// BenchmarkSpinSleep works for 5 ms, then sleeps for 5 ms. Each turn of work is a
// region.
func BenchmarkSpinSleep(b *testing.B) {
	const k = 5 * time.Millisecond
	var w watch
	var slept, worked sum
	s, ctx := newSpinner(), context.Background()
	for w.loop(b) {
		start := now()
		trace.WithRegion(ctx, "work", func() { s.spin(k) })
		worked.since(start)
		start = now()
		time.Sleep(k)
		slept.since(start)
	}
	asleep := float64(k) * float64(b.N)
	w.tell(b,
		truth.Items(float64(s.cpu), float64(s.cpu), record.ItemRunning),
		truth.Blocked("sleep", asleep, slept.float()),
		kept(float64(s.off), float64(s.off)+slept.float()-asleep),
		truth.Of(truth.Count, float64(b.N), float64(b.N)).In(record.IntervalRegion),
		truth.Of(truth.Total, worked.float(), worked.float()).In(record.IntervalRegion),
		truth.Items(float64(s.cpu), float64(s.cpu), record.ItemRunning).In(record.IntervalRegion),
		kept(float64(s.off), float64(s.off)).In(record.IntervalRegion),
	)
}

// ops is what all calls of BenchmarkOps have come to: each may be for one op only.
var ops struct {
	s       *spinner
	lengths []int64
	slept   sum
	stolen  float64
}

// BenchmarkOps works for 10 ms in most ops, and sleeps for 30 ms more in every
// tenth.
func BenchmarkOps(b *testing.B) {
	const work, rest = 10 * time.Millisecond, 30 * time.Millisecond
	if ops.s == nil {
		ops.s, ops.stolen = newSpinner(), stolen()
	}
	var w watch
	for w.loop(b) {
		start := now()
		ops.s.spin(work)
		if len(ops.lengths)%10 == 9 {
			nap := now()
			time.Sleep(rest)
			ops.slept.since(nap)
		}
		ops.lengths = append(ops.lengths, now()-start)
	}
	n, sorted := len(ops.lengths), slices.Sorted(slices.Values(ops.lengths))
	median, high := float64(sorted[n/2]), float64(sorted[n*98/100])
	cpu, off, asleep := float64(ops.s.cpu), float64(ops.s.off), float64(rest)*float64(n/10)
	slowest := truth.Blocked("sleep", float64(rest), float64(ops.slept.longest))
	slowest.Figure = truth.P99
	claims := []truth.Claim{
		truth.Of(truth.Count, float64(n), float64(n)),
		truth.Of(truth.Median, median, median),
		truth.Of(truth.Quantile99, high, float64(sorted[n-1])),
		truth.Items(cpu, cpu, record.ItemRunning),
		truth.Blocked("sleep", asleep, ops.slept.float()),
		kept(off, off+ops.slept.float()-asleep),
		slowest,
	}
	for i := range claims {
		claims[i].Interval = record.IntervalOp
	}
	w.stolen = ops.stolen
	w.tell(b, claims...)
}

// BenchmarkSpin only works, to be run on a CPU on which another process works, too.
func BenchmarkSpin(b *testing.B) { spin(b, record.ItemPreempted) }

// BenchmarkSpinThrottled only works, to be run under a quota.
func BenchmarkSpinThrottled(b *testing.B) { spin(b, record.ItemThrottled) }

// BenchmarkSpinCrowded has another goroutine work beside it, to be run with two
// Ps on one CPU.
func BenchmarkSpinCrowded(b *testing.B) {
	other := newSpinner()
	stop := beside(func() { other.spin(time.Millisecond) })
	defer stop()
	spin(b, record.ItemCrowded)
}

// spin works for 5 ms an op; what keeps it from its CPU is known.
func spin(b *testing.B, why record.Item) {
	var w watch
	s, before := newSpinner(), readStat(b)
	for w.loop(b) {
		s.spin(5 * time.Millisecond)
	}
	w.tell(b, append(before.claims(b),
		truth.Items(float64(s.cpu), float64(s.cpu), record.ItemRunning),
		truth.Items(float64(s.off), float64(s.off), why),
	)...)
}

// BenchmarkCrowd has eight goroutines work on eight Ps, to be run under a quota of
// less than a CPU. While none of the eight is on a CPU, all are throttled; while
// two are, on a machine with two CPUs, the others are oversubscribed.
func BenchmarkCrowd(b *testing.B) {
	const others, cpus = 7, 2
	var w watch
	var stopped atomic.Bool
	var wg sync.WaitGroup
	crowd := make([]*spinner, others)
	s, before := newSpinner(), readStat(b)
	for i := range crowd {
		crowd[i] = newSpinner()
		wg.Go(func() {
			for !stopped.Load() {
				crowd[i].spin(time.Millisecond)
			}
		})
	}
	for w.loop(b) {
		s.spin(5 * time.Millisecond)
	}
	stopped.Store(true)
	wg.Wait()
	s.gaps = within(s.gaps, w)
	var long sum
	for _, g := range s.gaps {
		long.between(g.From, g.To)
	}
	none, some := s.alone(crowd, 0), s.alone(crowd, cpus-1)
	short := s.off - long.ns
	w.tell(b, append(before.claims(b),
		truth.Items(float64(s.cpu), float64(s.cpu), record.ItemRunning),
		truth.Items(float64(none), float64(some+short), record.ItemThrottled),
		kept(float64(s.off), float64(s.off)),
	)...)
}

// within leaves out what happened before or after the window.
func within(gaps []record.Span, w watch) []record.Span {
	return slices.DeleteFunc(gaps, func(g record.Span) bool { return g.From < w.begin || g.To > w.end })
}

// BenchmarkParallel has workers that each work for 5 ms, then sleep for 5 ms.
func BenchmarkParallel(b *testing.B) {
	const k = 5 * time.Millisecond
	var mu sync.Mutex
	var cpu, off, slept, lived sum
	workers, turns := 0, 0
	w := watch{begin: now(), stolen: stolen()}
	b.RunParallel(func(pb *testing.PB) {
		born := now()
		s := newSpinner()
		var nap sum
		n := 0
		for ; pb.Next(); n++ {
			s.spin(k)
			start := now()
			time.Sleep(k)
			nap.since(start)
		}
		mu.Lock()
		defer mu.Unlock()
		workers, turns = workers+1, turns+n
		cpu.ns, off.ns, slept.ns = cpu.ns+s.cpu, off.ns+s.off, slept.ns+nap.ns
		lived.since(born)
	})
	w.end = now()
	asleep := float64(k) * float64(turns)
	w.tell(b,
		truth.Of(truth.Goroutines, float64(workers), float64(workers)),
		truth.Of(truth.Total, lived.float(), float64(workers)*float64(w.end-w.begin)),
		truth.Items(cpu.float(), cpu.float(), record.ItemRunning),
		truth.Blocked("sleep", asleep, slept.float()),
		kept(off.float(), off.float()+slept.float()-asleep),
	)
}
