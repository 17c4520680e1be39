package explainpage

import (
	"fmt"

	"tare/internal/record"
)

// show is a link into the timeline: template "show".
type show struct {
	From, To int64 // ns since the recording's begin
	Lane     string
}

// links makes links into the timeline of a page, and none where it has none.
type links struct {
	duration int64 // of the recording, ns
	timeline bool
}

// show links to from…to with what was around it. A goroutine or thread 0 is none.
func (l links) show(from, to int64, lane record.Lane) *show {
	if !l.timeline || to <= from {
		return nil
	}
	around := max((to-from)/4, 500)
	s := &show{From: max(from-around, 0), To: max(min(to+around, l.duration), to)}
	if lane.ID > 0 {
		s.Lane = laneID(lane)
	}
	return s
}

// laneID is a goroutine or thread in links, as timeline/scene.js has it: "g12",
// "t4711".
func laneID(l record.Lane) string {
	if l.Kind == record.LaneThread {
		return fmt.Sprintf("t%d", l.ID)
	}
	return fmt.Sprintf("g%d", l.ID)
}
