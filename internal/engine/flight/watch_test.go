package flight

import (
	"testing"

	"tare/internal/engine/recording"
	"tare/internal/record"
	"tare/internal/trace/align"
)

// hits are those of a condition when a sink is told of something.
func hits(t *testing.T, on string, tell func(w *watch)) (all []recording.Hit) {
	t.Helper()
	c, err := Parse(on)
	if err != nil {
		t.Fatal(err)
	}
	tell(&watch{conditions: []Condition{c}, readings: true, throttled: map[int32]int64{}, hit: func(h recording.Hit) { all = append(all, h) }})
	return all
}

func TestWatch(t *testing.T) {
	mark := func(kind record.MarkKind, name string) func(*watch) {
		return func(w *watch) { w.Mark(&record.Mark{Kind: kind, Name: name, Start: 100, End: 200}) }
	}
	for _, c := range []struct {
		on   string
		tell func(*watch)
		want bool
	}{
		{"sched-latency>99ns", mark(record.MarkWake, ""), true},
		{"sched-latency>100ns", mark(record.MarkWake, ""), false},
		{"sched-latency>99ns", mark(record.MarkWait, ""), true},
		{"sched-latency>100ns", mark(record.MarkWait, ""), false},
		{"throttled", mark(record.MarkThrottle, ""), true},
		{"throttled", mark(record.MarkRefill, ""), false},
		{"gc-pause>1ns", mark(record.MarkStop, "stop-the-world (GC mark termination)"), true},
		{"gc-pause>1ns", mark(record.MarkStop, "stop-the-world (start trace)"), false},
		{"region>99ns", mark(record.MarkRegion, "encode"), true},
		{"region:^enc>99ns", mark(record.MarkRegion, "encode"), true},
		{"region:^enc>100ns", mark(record.MarkRegion, "encode"), false},
		{"region:^dec>99ns", mark(record.MarkRegion, "encode"), false},
		{"region:^enc>99ns", mark(record.MarkTask, "encode"), false},
		{"task:^enc>99ns", mark(record.MarkTask, "encode"), true},
		{"request>99ns", mark(record.MarkRequest, align.RequestName), true},
		{"request>100ns", mark(record.MarkRequest, align.RequestName), false},
		{"request>99ns", mark(record.MarkRequest, ""), false}, // it was none
	} {
		got := hits(t, c.on, c.tell)
		if (len(got) == 1) != c.want || c.want && (got[0].From != 100 || got[0].To != 200) {
			t.Errorf("%s: %+v", c.on, got)
		}
	}
}

// Where nothing better tells of throttling, a growing counter does.
func TestWatchReadings(t *testing.T) {
	got := hits(t, "throttled>30ns", func(w *watch) {
		for i, value := range []int64{500, 500, 530, 561} {
			w.Sample(&record.KernelEvent{Kind: record.KernelStat, Time: int64(1000 * i), Value: value})
			w.Sample(&record.KernelEvent{Kind: record.KernelStat, Time: int64(1000 * i), Number: 1, Value: 7})
			w.Sample(&record.KernelEvent{Kind: record.KernelSteal, Time: int64(1000 * i), Value: int64(i) * 1e9})
		}
	})
	if len(got) != 1 || got[0].From != 2969 || got[0].To != 3000 {
		t.Errorf("%+v", got)
	}
}
