package explain

import (
	"fmt"
	"testing"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/trace/align"
)

func TestParseCondition(t *testing.T) {
	for text, want := range map[string]string{
		"sched-latency>10ms":   "sched-latency>10ms 10ms",
		" sched-latency > 1s ": "sched-latency > 1s 1s",
		"throttled":            "throttled 0s",
		" throttled ":          "throttled 0s",
		"throttled>5ms":        "throttled>5ms 5ms",
		"gc-pause>0s":          "gc-pause>0s 0s",
		"gc-pause":             "",
		"throttled>":           "",
		"throttled>-1ms":       "",
		"gc-pause>1":           "",
		"latency>1ms":          "",
		"":                     "",
		"request>50ms":         "request>50ms 50ms",
		"task>5ms":             "task>5ms 5ms",
		"region:>5ms":          "region:>5ms 5ms",
		"region:^enc$>5ms":     "region:^enc$>5ms 5ms ^enc$",
		"task: a:b>c > 1s":     "task: a:b>c > 1s 1s a:b>c",
		"region:(>5ms":         "",
		"region":               "",
		"region:x":             "",
		"request:/x>5ms":       "",
		"throttled:x>5ms":      "",
		"throttled:":           "",
	} {
		got := ""
		c, err := parseCondition(text)
		if err == nil {
			if got = fmt.Sprint(c.text, " ", time.Duration(c.least)); c.name != nil {
				got += " " + c.name.String()
			}
		} else if exit.Status(err) != exit.Usage {
			t.Errorf("%q: %v", text, err)
		}
		if got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// A condition that nothing can tell of is refused: waiting for it would never end.
func TestWaitable(t *testing.T) {
	const usage, broken = exit.Usage, exit.Broken
	switches := map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen}
	bounded := map[record.KernelFact]record.Sure{record.FactThrottled: record.Bounded}
	for _, c := range []struct {
		on   string
		http string
		sure map[record.KernelFact]record.Sure // nil: not known yet
		want exit.Code
	}{
		{"gc-pause>1ms", "", nil, usage},
		{"gc-pause>1ms", "localhost:1", nil, exit.Fine},
		{"gc-pause>1ms", "localhost:1", bounded, exit.Fine},
		{"throttled", "", nil, exit.Fine},
		{"throttled", "", switches, broken},
		{"throttled", "localhost:1", switches, broken},
		{"throttled", "localhost:1", bounded, exit.Fine},
		{"sched-latency>1ms", "", switches, exit.Fine},
		{"sched-latency>1ms", "", bounded, broken},
		{"sched-latency>1ms", "localhost:1", bounded, exit.Fine},
		{"region>1ms", "", nil, usage},
		{"request>1ms", "localhost:1", bounded, exit.Fine},
	} {
		on, err := parseCondition(c.on)
		if err != nil {
			t.Fatal(err)
		}
		s := &session{options: options{http: c.http}, request: request{subject: subjectProcess, conditions: []condition{on}}}
		var h *record.KernelHeader
		if c.sure != nil {
			h = &record.KernelHeader{Sure: c.sure}
		}
		if err := s.waitable(h); exit.Status(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// hits are those of a condition when a sink is told of something.
func hits(t *testing.T, on string, tell func(w *watch)) (all []hit) {
	t.Helper()
	c, err := parseCondition(on)
	if err != nil {
		t.Fatal(err)
	}
	tell(&watch{conditions: []condition{c}, readings: true, throttled: map[int32]int64{}, hit: func(h hit) { all = append(all, h) }})
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
