package align

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/account"
	"tare/internal/trace/event"
)

// keeper is a sink that keeps pieces by lane, put together where they are alike.
type keeper struct {
	t    *testing.T
	bill map[record.Lane][]event.Piece
	end  map[record.Lane]int64
	cpus []event.Piece
}

func newKeeper(t *testing.T) *keeper {
	return &keeper{t: t, bill: map[record.Lane][]event.Piece{}, end: map[record.Lane]int64{}}
}

func (k *keeper) Named(*event.Named) {}
func (k *keeper) Mark(*event.Mark)   {}

func (k *keeper) Piece(p *event.Piece) {
	if p.Lane.Kind == record.LaneCPU {
		k.cpus = append(k.cpus, *p)
		return
	}
	if end, ok := k.end[p.Lane]; p.End <= p.Start || ok && p.Start != end {
		k.t.Errorf("%s: a piece from %d to %d after %d", laneName(p.Lane), p.Start, p.End, end)
	}
	k.end[p.Lane] = p.End
	k.bill[p.Lane] = merged(k.bill[p.Lane], *p)
}

// Begin, Ended and Sample make it a Follower: a lane that has ended may begin
// anew, after a gap.
func (k *keeper) Begin(*event.Mark)         {}
func (k *keeper) Ended(l record.Lane)       { delete(k.end, l) }
func (k *keeper) Sample(*event.KernelEvent) {}

// What comes of the recordings of any machine is what it did, to the nanosecond.
func TestModel(t *testing.T) {
	for seed := range uint64(150) {
		s := newMachine(seed)
		s.run(600)
		k := newKeeper(t)
		Join(&s.trace, &s.kernel, everything, k)
		s.checkCPUs(t, k.cpus)
		if len(k.bill) != len(s.bill) {
			t.Fatalf("seed %d: %d lanes, want %d", seed, len(k.bill), len(s.bill))
		}
		for lane, want := range s.bill {
			got, i := k.bill[lane], 0
			for i < min(len(want), len(got)) && want[i] == got[i] {
				i++
			}
			if i < max(len(want), len(got)) {
				t.Fatalf("seed %d, %s, piece %d:\n got %v\nwant %v", seed, laneName(lane), i, got[i:min(len(got), i+3)], want[i:min(len(want), i+3)])
			}
		}
	}
}

// What is held grows with what lives at one time.
func TestModelIsBounded(t *testing.T) {
	s := newMachine(7)
	s.run(100_000)
	j := newJoiner(everything, []event.Sink{newKeeper(t)})
	j.merge(&s.trace, &s.kernel)
	if s.ids < 500 || s.threads < 300 {
		t.Fatalf("only %d goroutines and %d threads", s.ids, s.threads)
	}
	if j.goroutines.Len() > 20 || len(j.threads) > 12 || len(j.stopped.past) > 2*keptPeriods || len(j.withheld.past) > 2*keptPeriods {
		t.Errorf("%d goroutines, %d threads, %d and %d periods", j.goroutines.Len(), len(j.threads), len(j.stopped.past), len(j.withheld.past))
	}
}

// Times of the trace are steps of 64 ns and up to a microsecond off: then items
// are off by no more than that at each of their ends.
func TestModelWithJitter(t *testing.T) {
	const most = 1000
	for seed := range uint64(60) {
		s := newMachine(seed)
		s.run(600)
		last := int64(0)
		for i := range s.trace.events {
			e := &s.trace.events[i]
			e.Time = max(last, (e.Time+s.Int64N(2*most)-most)&^63)
			last = e.Time
		}
		k := newKeeper(t)
		Join(&s.trace, &s.kernel, everything, k)
		for lane, want := range s.bill {
			limit := int64(2*len(want)+2) * (most + 64)
			if off := difference(sums(want), sums(k.bill[lane])); off > limit {
				t.Errorf("seed %d, %s: %d ns are off in %d pieces", seed, laneName(lane), off, len(want))
			}
		}
	}
}

// sums adds up pieces by item and detail.
func sums(all []event.Piece) map[string]int64 {
	m := map[string]int64{}
	for _, p := range all {
		m[p.Item.String()+p.Detail] += p.End - p.Start
	}
	return m
}

func difference(a, b map[string]int64) (ns int64) {
	for item := range maps.Keys(b) {
		a[item] += 0
	}
	for item := range a {
		ns += max(a[item]-b[item], b[item]-a[item])
	}
	return ns
}

// An account of any part of it is the sum of what was done in that part.
func TestModelSums(t *testing.T) {
	for seed := range uint64(60) {
		s := newMachine(seed)
		s.run(400)
		from := 1e9 + s.Int64N(s.now-1e9)
		part := record.Span{From: from, To: from + s.Int64N(s.now-from+1)}
		b := account.New(account.Options{Range: &part, Stack: s.trace.Stack})
		r := Join(&s.trace, &s.kernel, everything, b)
		e := b.Explain(r.Begin, r.End)
		account.Causes(e)

		want := map[string]map[string]int64{}
		for lane, pieces := range s.bill {
			name := laneName(lane)
			if lane.Kind == record.LaneGoroutine {
				name = s.names[lane.ID]
			}
			if want[name] == nil {
				want[name] = map[string]int64{}
			}
			for item, ns := range sums(clip(pieces, part)) {
				want[name][item] += ns
			}
		}
		got := map[string]map[string]int64{}
		for _, g := range e.Groups {
			got[g.Name] = summed(g.Account, 1)
		}
		for _, l := range slices.Concat(e.Threads, e.Procs) {
			got[laneName(l.Lane)] = summed(l.Account, 1)
		}
		for name := range want {
			if off := difference(want[name], got[name]); off != 0 {
				t.Errorf("seed %d, %s: %d ns are off:\n got %v\nwant %v", seed, name, off, got[name], want[name])
			}
		}
	}
}

// The account of a region is what its goroutine did in it.
func TestModelRegions(t *testing.T) {
	for seed := range uint64(60) {
		s := newMachine(seed)
		s.run(600)
		b := account.New(account.Options{Stack: s.trace.Stack})
		r := Join(&s.trace, &s.kernel, everything, b)
		want := map[string]int64{}
		for _, m := range s.regions {
			for item, ns := range sums(clip(s.bill[record.Lane{ID: m.G}], record.Span{From: m.Start, To: m.End})) {
				want[item] += ns
			}
		}
		var got record.Interval
		for _, iv := range b.Explain(r.Begin, r.End).Intervals {
			if iv.Kind == record.IntervalRegion {
				got = iv
			}
		}
		if off := difference(want, summed(got.Mean, got.Count)); off != 0 || got.Count != int64(len(s.regions)) {
			t.Errorf("seed %d: %d ns of %d regions are off: %v", seed, off, len(s.regions), fmt.Sprint(want))
		}
	}
}

func clip(all []event.Piece, part record.Span) (some []event.Piece) {
	for _, p := range all {
		if p.Start, p.End = max(p.Start, part.From), min(p.End, part.To); p.Start < p.End {
			some = append(some, p)
		}
	}
	return some
}

func summed(a record.Account, count int64) map[string]int64 {
	m := map[string]int64{}
	for _, e := range a.Entries {
		m[e.Item.String()+e.Detail] += int64(math.Round(e.Ns * float64(count)))
	}
	return m
}
