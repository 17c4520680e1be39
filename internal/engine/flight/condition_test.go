package flight

import (
	"fmt"
	"testing"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/engine/recording"
	"tare/internal/record"
)

func TestParse(t *testing.T) {
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
		c, err := Parse(text)
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
		on     string
		traced bool
		sure   map[record.KernelFact]record.Sure // nil: not known yet
		want   exit.Code
	}{
		{"gc-pause>1ms", false, nil, usage},
		{"gc-pause>1ms", true, nil, exit.Fine},
		{"gc-pause>1ms", true, bounded, exit.Fine},
		{"throttled", false, nil, exit.Fine},
		{"throttled", false, switches, broken},
		{"throttled", true, switches, broken},
		{"throttled", true, bounded, exit.Fine},
		{"sched-latency>1ms", false, switches, exit.Fine},
		{"sched-latency>1ms", false, bounded, broken},
		{"sched-latency>1ms", true, bounded, exit.Fine},
		{"region>1ms", false, nil, usage},
		{"request>1ms", true, bounded, exit.Fine},
	} {
		on, err := Parse(c.on)
		if err != nil {
			t.Fatal(err)
		}
		w := &Wishes{On: []Condition{on}}
		var h *record.KernelHeader
		if c.sure != nil {
			h = &record.KernelHeader{Sure: c.sure}
		}
		if err := w.waitable(c.traced, h); exit.Status(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// What a condition came true by can be kept beside the recording.
func TestHitsAreKept(t *testing.T) {
	for name, about := range abouts {
		for _, kind := range about.marks {
			if err := recording.HitOf(name, &record.Mark{Kind: kind}).Save(t.TempDir()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
