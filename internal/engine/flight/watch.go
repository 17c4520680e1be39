package flight

import (
	"tare/internal/engine/recording"
	"tare/internal/record"
)

// watch is a sink that tells when a condition comes true.
type watch struct {
	conditions []Condition
	hit        func(recording.Hit)
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
		if c.fulfilled(m) {
			w.hit(recording.HitOf(c.text, m))
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
		w.Mark(&record.Mark{Kind: record.MarkThrottle, Start: e.Time - (e.Value - before), End: e.Time, Proc: -1, CPU: -1, Sure: record.Bounded})
	}
}
