package recorder

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tare/internal/test/golden"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

// Events that come late by less than the window are put in order, and none is
// lost or told twice.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var want, got []int64
	o := order{out: func(e *event.KernelEvent) { got = append(got, e.Time) }}
	for i := range int64(20_000) {
		at := 1e9 + i*1e6 - random.Int64N(int64(window))
		q := &o.source
		if random.IntN(3) == 0 {
			q = &o.polled
		}
		q.add(event.KernelEvent{Time: at})
		want = append(want, at)
		o.release(1e9 + i*1e6 - int64(window))
	}
	if n := len(o.waiting()); n == 0 || n > 200 || !slices.IsSortedFunc(o.waiting(), byTime) {
		t.Errorf("%d events wait, or not in order", n)
	}
	o.flush()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d events of %d, or in another order", len(got), len(want))
	}
}

func byTime(a, b event.KernelEvent) int { return int(a.Time - b.Time) }

// What comes too late is told at once, and what waits has a limit.
func TestOrderLimits(t *testing.T) {
	var got []int64
	o := order{out: func(e *event.KernelEvent) { got = append(got, e.Time) }}
	o.source.add(event.KernelEvent{Time: 10})
	o.release(20)
	o.source.add(event.KernelEvent{Time: 5})
	if o.waiting()[0].Time != 10 {
		t.Errorf("waiting: %v", o.waiting())
	}
	o.release(20)
	if fmt.Sprint(got) != "[10 10]" {
		t.Errorf("told at %v", got)
	}
	for range maxWaiting + 5 {
		o.source.add(event.KernelEvent{Time: 30})
	}
	if o.release(20); len(got) != 2+5 || len(o.waiting()) != maxWaiting {
		t.Errorf("%d were let go", len(got)-2)
	}
}

// life makes up what threads do.
func life(n int) []event.KernelEvent {
	random := rand.New(rand.NewPCG(5, 6))
	all := make([]event.KernelEvent, n)
	for i := range all {
		e := event.KernelEvent{Time: 3e9 + int64(i)*1e6, Kind: event.KernelThread + event.KernelKind(random.IntN(int(event.KernelLost))),
			CPU: random.Int32N(3), TID: random.Int32N(20), Value: int64(i)}
		switch e.Kind {
		case event.KernelStat, event.KernelCount:
			e.Number = random.Int32N(4)
		case event.KernelLost:
			if e.Kind = event.KernelRefill; random.IntN(20) == 0 {
				e.Kind, e.Number = event.KernelLost, 2
			}
		}
		all[i] = e
	}
	return all
}

// A snapshot comes to the same as everything from the beginning, and has no more
// than what was asked for.
func TestSnapshot(t *testing.T) {
	all := life(50_000)
	for name, o := range map[string]Options{
		"by time":  {Keep: 2 * time.Second},
		"by bytes": {Keep: time.Hour, Bytes: 3 * blockLen * eventBytes},
		"all":      {Keep: time.Hour},
	} {
		f := newFake()
		f.bpf = newSource()
		r := begin(t, f, o)
		for _, e := range all {
			f.bpf.send(e)
		}
		got := snapshot(t, r, math.MaxInt64)
		begin, told := got[0].Time, 0
		for got[told].Time == begin {
			told++
		}
		events := got[max(0, told-1):]
		if n := map[string]int{"by time": 2001, "by bytes": 3 * blockLen, "all": len(all) + 3}[name]; len(got) > n+100 || len(got) < n*2/3 {
			t.Errorf("%s: %d events", name, len(got))
		}
		if name != "all" && !reflect.DeepEqual(events[1:], all[len(all)-len(events)+1:]) {
			t.Errorf("%s: other events", name)
		}
		if want, got := last(all), last(got); !reflect.DeepEqual(want, got) {
			t.Errorf("%s: comes to\n%v, want\n%v", name, got, want)
		}
		until := all[len(all)-1000].Time
		if earlier := snapshot(t, r, until); !reflect.DeepEqual(earlier, got[:len(got)-999]) {
			t.Errorf("%s: %d events until then, of %d", name, len(earlier), len(got))
		}
		if _, err := r.Stop(t.Context(), nil); err != nil {
			t.Error(err)
		}
		if r.Snapshot(io.Discard, math.MaxInt64) == nil {
			t.Errorf("%s: a snapshot after the end", name)
		}
	}
}

// last is what events come to, times and the readings of the fake machine apart.
func last(all []event.KernelEvent) map[subject]event.KernelEvent {
	s := newState()
	for i := range all {
		s.apply(&all[i])
	}
	maps.DeleteFunc(s.last, func(of subject, e event.KernelEvent) bool { return e.CPU < 0 })
	for of, e := range s.last {
		e.Time = 0
		s.last[of] = e
	}
	return s.last
}

func snapshot(t *testing.T, r *Recording, until int64) (all []event.KernelEvent) {
	t.Helper()
	var file bytes.Buffer
	if err := r.Snapshot(&file, until); err != nil {
		t.Fatal(err)
	}
	k, err := kernrec.NewReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	for {
		var e event.KernelEvent
		if err := k.Next(&e); err != nil {
			end, _ := k.Trailer()
			if err != io.EOF || end.Events != int64(len(all)) {
				t.Errorf("%d events, trailer %+v, %v", len(all), end, err)
			}
			return all
		}
		all = append(all, e)
	}
}

// The beginning of a snapshot in detail, with the stacks that it needs.
func TestSnapshotBegins(t *testing.T) {
	f := newFake()
	f.bpf = newSource()
	r := begin(t, f, Options{Keep: time.Second, Tare: "1.0"})
	for i, e := range []event.KernelEvent{
		{Kind: event.KernelThread, TID: 7, Name: "app"},
		{Kind: event.KernelOff, TID: 7, Why: event.OffSleep},
		{Kind: event.KernelThread, TID: 8, Name: "ends"},
		{Kind: event.KernelOff, TID: 8, Why: event.OffExit},
		{Kind: event.KernelExit, TID: 8},
		{Kind: event.KernelThread, TID: 9, Name: "net"},
		{Kind: event.KernelOff, TID: 9, Why: event.OffPreempted, Other: 7, Own: true},
		{Kind: event.KernelWake, TID: 7, Other: 9},
		{Kind: event.KernelThrottle, CPU: 1},
		{Kind: event.KernelThrottle, CPU: 0},
		{Kind: event.KernelUnthrottle, CPU: 0},
	} {
		e.Time = 2e9 + int64(i)
		var pcs []uint64
		if e.Kind == event.KernelOff {
			pcs = []uint64{uint64(e.TID)}
		}
		f.bpf.send(e, pcs...)
	}
	f.bpf.send(event.KernelEvent{Time: 3.5e9, Kind: event.KernelLost, Number: 5})
	f.bpf.send(event.KernelEvent{Time: 3.6e9, Kind: event.KernelOn, TID: 7})
	var file bytes.Buffer
	if err := r.Snapshot(&file, math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	text := recorded(t, &file)
	golden.Check(t, "snapshot.txt", text)
	if strings.Contains(text, "f8") {
		t.Error("it has a stack that it does not need")
	}
	if _, err := r.Stop(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// When there are too many stacks, those that are no longer kept make room.
func TestStacksMakeRoom(t *testing.T) {
	f := newFake()
	f.bpf = newSource()
	r := begin(t, f, Options{Keep: time.Second})
	for i := range uint64(maxStacks) {
		if r.stacks.number([]uint64{i, 1}) == 0 {
			t.Fatal("no room for as many as there may be")
		}
	}
	f.bpf.send(event.KernelEvent{Time: 3e9, Kind: event.KernelOff, TID: 7}, 5, 1)
	f.bpf.send(event.KernelEvent{Time: 3e9, Kind: event.KernelOff, TID: 7}, 1, 2, 3)
	got := snapshot(t, r, math.MaxInt64)
	if kept, added := got[len(got)-2].Stack, got[len(got)-1].Stack; kept != -6 || added != -maxStacks-1 || len(r.stacks.numbers) != 2 {
		t.Errorf("stacks %d and %d of %d", kept, added, len(r.stacks.numbers))
	}
	if _, err := r.Stop(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// What an event costs from the source to the file: it must be far less than what
// it costs in the kernel.
func BenchmarkTake(b *testing.B) {
	f := newFake()
	f.bpf = newSource()
	r, err := start(Options{File: io.Discard}, f.machine())
	if err == nil {
		err = r.Follow(pid)
	}
	if err != nil {
		b.Fatal(err)
	}
	pcs := make([]uint64, 12)
	e := event.KernelEvent{Time: 3e9, TID: 7}
	b.ReportAllocs()
	for b.Loop() {
		e.Time += 5000
		e.Kind ^= event.KernelOn ^ event.KernelOff
		pcs[0] = uint64(e.Time) % 1000
		r.take(&e, pcs)
	}
	if _, err := r.Stop(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
}
