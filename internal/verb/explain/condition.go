package explain

import (
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/verb/cli"
)

// condition is what a flight recorder waits for.
type condition struct {
	text  string
	kinds []record.MarkKind
	least int64 // ns; the mark has to be longer
}

// conditionKinds are the marks that each condition is about.
var conditionKinds = map[string][]record.MarkKind{
	"sched-latency": {record.MarkWake},
	"throttled":     {record.MarkThrottle},
	"gc-pause":      {record.MarkStop},
}

// parseCondition reads "sched-latency>10ms" or "throttled".
func parseCondition(text string) (condition, error) {
	name, limit, limited := strings.Cut(text, ">")
	kinds, ok := conditionKinds[strings.TrimSpace(name)]
	least, err := time.ParseDuration(strings.TrimSpace(limit))
	if !limited && name == "throttled" {
		err = nil
	}
	if !ok || err != nil || least < 0 {
		return condition{}, cli.Errorf(cli.Usage, "such as -on 'sched-latency>10ms', -on throttled, -on 'throttled>5ms' or -on 'gc-pause>1ms'", "-on %q is no condition", text)
	}
	return condition{text: text, kinds: kinds, least: int64(least)}, nil
}

// watch is a sink that tells when a condition comes true.
type watch struct {
	conditions []condition
	hit        func(c condition, m record.Mark)
}

// Named implements record.Sink.
func (w *watch) Named(*record.Named) {}

// Piece implements record.Sink.
func (w *watch) Piece(*record.Piece) {}

// Mark implements record.Sink.
func (w *watch) Mark(m *record.Mark) {
	for _, c := range w.conditions {
		for _, k := range c.kinds {
			if m.Kind == k && m.End-m.Start > c.least {
				w.hit(c, *m)
			}
		}
	}
}
