package align

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// horizon is how far inference looks ahead, in ns: longer than a thread stays
// throttled by the periods that are in use, and cpu.stat has been read after.
const horizon = 400e6

// shortest is the shortest gap, in ns, that is taken for throttling: a quota's
// slices are 5 ms, and other processes take turns of a few.
const shortest = 200e3

// infer returns k, or k with threads that were preempted told as throttled where
// cpu.stat says that as much time was, if the recording cannot tell by itself.
//
// cpu.stat counts a throttled stretch when it ends, summed over CPUs. So between
// the last reading before a thread lost its CPU and the first after it got one
// again, it has to grow by the thread's gap at least, if that was throttled.
func infer(k KernelSource, sure map[record.KernelFact]record.Sure) KernelSource {
	if k == nil || sure[record.FactThrottled] != record.Inferred {
		return k
	}
	return &inference{source: k, off: map[int32]int{}, throttled: map[int32]int64{}}
}

type inference struct {
	source KernelSource
	queue  []queued
	first  int // index into the queue of the event that comes next
	base   int // number of events dropped from the queue's front
	err    error

	off       map[int32]int   // threads that are off their CPU: number of the event
	stats     []stat          // of about a horizon
	throttled map[int32]int64 // ns so far, by group
}

type queued struct {
	event event.KernelEvent
	on    int64 // of a KernelOff: when the thread got a CPU again; 0 when that is not known
}

// stat is ns throttled so far in all groups.
type stat struct{ time, total int64 }

// Next implements KernelSource.
func (f *inference) Next(e *event.KernelEvent) error {
	for f.err == nil && (f.first == len(f.queue) || f.queue[len(f.queue)-1].event.Time < f.queue[f.first].event.Time+horizon) {
		f.fetch()
	}
	if f.first == len(f.queue) {
		return f.err
	}
	q := f.queue[f.first]
	f.first++
	if f.first > 4096 && f.first > len(f.queue)/2 {
		f.base += f.first
		f.queue = append(f.queue[:0], f.queue[f.first:]...)
		f.first = 0
	}
	*e = q.event
	if e.Kind == event.KernelOff && e.Why == event.OffPreempted && f.explained(e.Time, q.on) {
		e.Why = event.OffThrottled
	}
	return nil
}

// fetch reads one event ahead.
func (f *inference) fetch() {
	var q queued
	if f.err = f.source.Next(&q.event); f.err != nil {
		return
	}
	e := &q.event
	switch e.Kind {
	case event.KernelOff:
		f.off[e.TID] = f.base + len(f.queue)
	case event.KernelOn:
		if at, ok := f.off[e.TID]; ok && at >= f.base {
			f.queue[at-f.base].on = e.Time
		}
		delete(f.off, e.TID)
	case event.KernelStat:
		f.note(e)
	}
	f.queue = append(f.queue, q)
}

// note remembers a reading of cpu.stat.
func (f *inference) note(e *event.KernelEvent) {
	f.throttled[e.Number] = e.Value
	s := stat{time: e.Time}
	for _, ns := range f.throttled {
		s.total += ns
	}
	if n := len(f.stats); n > 0 && f.stats[n-1].time == s.time {
		f.stats[n-1] = s // of the next group, in the same reading
		return
	}
	f.stats = append(f.stats, s)
	old := 0
	for old+1 < len(f.stats) && f.stats[old+1].time < e.Time-3*horizon {
		old++
	}
	f.stats = f.stats[old:]
}

// explained reports whether throttling accounts for a gap.
func (f *inference) explained(off, on int64) bool {
	if on == 0 || on-off < shortest {
		return false
	}
	byTime := func(s stat, t int64) int { return cmp.Compare(s.time, t) }
	before, _ := slices.BinarySearchFunc(f.stats, off+1, byTime)
	after, _ := slices.BinarySearchFunc(f.stats, on, byTime)
	if before == 0 || after == len(f.stats) {
		return false
	}
	// A tenth is for readings that were taken a moment later than they are dated.
	return f.stats[after].total-f.stats[before-1].total >= (on-off)*9/10
}
