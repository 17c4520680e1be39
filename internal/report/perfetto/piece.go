package perfetto

import (
	"cmp"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// Piece writes a slice on the track of its lane.
func (w *Writer) Piece(p *event.Piece) {
	if p.Item == record.ItemIdle || p.Duration() <= 0 {
		return
	}
	track, ok := w.lane(p.Lane)
	if !ok {
		w.dropped++
		return
	}
	g := record.Lane{Kind: record.LaneGoroutine, ID: p.G}
	w.begin(w.pieceName(p))
	w.say("detail", p.Detail)
	w.say("known", string(p.Sure))
	if p.Lane.Kind != record.LaneGoroutine {
		w.count("goroutine", p.G, 1)
		w.say("starts with", w.names.get(g))
	}
	if p.Lane.Kind != record.LaneThread {
		w.count("thread", int64(p.TID), 1)
	}
	if p.Lane.Kind != record.LaneProc {
		w.count("P", int64(p.Proc), 0)
	}
	w.count("CPU", int64(p.CPU), 0)
	w.where(p.Stack)
	w.slice(track, p.Start, p.End)
}

// pieceName is "throttled" or "blocked: chan receive"; of a P's goroutine, its
// first function, and what it did unless it ran: "main.work: throttled".
func (w *Writer) pieceName(p *event.Piece) string {
	what := p.Item.String()
	if p.Lane.Kind == record.LaneCPU {
		thread := record.Lane{Kind: record.LaneThread, ID: int64(p.TID)}
		if p.TID == 0 {
			return cmp.Or(p.Detail, "another process")
		}
		return title(thread, w.names.get(thread))
	}
	if p.Lane.Kind == record.LaneProc && p.G != 0 {
		g := record.Lane{Kind: record.LaneGoroutine, ID: p.G}
		name := w.names.get(g)
		if name == "" {
			name = title(g, "")
		}
		if p.Item == record.ItemRunning {
			return name
		}
		return name + ": " + what
	}
	if p.Detail != "" {
		return what + ": " + p.Detail
	}
	return what
}
