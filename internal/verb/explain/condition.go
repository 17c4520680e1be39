package explain

import (
	"slices"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/verb/cli"
)

// condition is what a flight recorder waits for.
type condition struct {
	text  string
	about about
	least int64 // ns; it has to be longer
}

// about is what a condition is about.
type about struct {
	marks []record.MarkKind
	name  string            // that the mark's has to contain
	fact  record.KernelFact // that the kernel's side tells of it; empty when it does not
	trace bool              // a Go execution trace tells of it
}

var abouts = map[string]about{
	"sched-latency": {[]record.MarkKind{record.MarkWake, record.MarkWait}, "", record.FactSwitches, true},
	"throttled":     {[]record.MarkKind{record.MarkThrottle}, "", record.FactThrottled, false},
	"gc-pause":      {[]record.MarkKind{record.MarkStop}, "GC", "", true},
}

// parseCondition reads "sched-latency>10ms" or "throttled".
func parseCondition(text string) (condition, error) {
	name, limit, limited := strings.Cut(text, ">")
	name = strings.TrimSpace(name)
	about, ok := abouts[name]
	least, err := time.ParseDuration(strings.TrimSpace(limit))
	if !limited && name == "throttled" {
		err = nil
	}
	if !ok || err != nil || least < 0 {
		return condition{}, cli.Errorf(cli.Usage, "such as -on 'sched-latency>10ms', -on throttled, -on 'throttled>5ms' or -on 'gc-pause>1ms'", "-on %q is no condition", text)
	}
	return condition{text: strings.TrimSpace(text), about: about, least: int64(least)}, nil
}

// waitable returns an error when nothing that is recorded can tell that a condition
// came true. Without a header, the kernel's side is taken to tell everything.
func (s *session) waitable(h *record.KernelHeader) error {
	for _, c := range s.request.conditions {
		switch {
		case c.about.trace && s.hasTrace(), c.about.fact != "" && (h == nil || h.Sure[c.about.fact] != record.Unknown):
		case c.about.fact == "":
			return cli.Errorf(cli.Usage, "say with -http where that comes from", "-on %q: only a Go execution trace tells of it", c.text)
		default:
			why := append(slices.Clone(h.Why), "kernel recording is at level "+string(h.Level))
			if c.about.fact == record.FactThrottled && len(h.Groups) == 0 {
				why = append(why, "no quota is seen that could")
			}
			return cli.Errorf(cli.Broken, "", "-on %q: nothing would tell of it here: %s", c.text, strings.Join(why, "; "))
		}
	}
	return nil
}

// watch is a sink that tells when a condition comes true.
type watch struct {
	conditions []condition
	hit        func(hit)
	// readings has cpu.stat tell of throttling, for want of anything better.
	readings  bool
	throttled map[int32]int64 // by group
}

// Named implements record.Sink.
func (w *watch) Named(*record.Named) {}

// Piece implements record.Sink.
func (w *watch) Piece(*record.Piece) {}

// Mark implements record.Sink.
func (w *watch) Mark(m *record.Mark) {
	for _, c := range w.conditions {
		if slices.Contains(c.about.marks, m.Kind) && m.End-m.Start > c.least && strings.Contains(m.Name, c.about.name) {
			w.hit(hit{c.text, m.Start, m.End})
		}
	}
}

// Begin implements align.Follower.
func (w *watch) Begin(*record.Mark) {}

// Ended implements align.Follower.
func (w *watch) Ended(record.Lane) {}

// Sample implements align.Follower. A group's throttled stretch is counted when it
// ends.
func (w *watch) Sample(e *record.KernelEvent) {
	if !w.readings || e.Kind != record.KernelStat {
		return
	}
	before, known := w.throttled[e.Number]
	w.throttled[e.Number] = e.Value
	if known {
		w.Mark(&record.Mark{Kind: record.MarkThrottle, Start: e.Time - (e.Value - before), End: e.Time})
	}
}
