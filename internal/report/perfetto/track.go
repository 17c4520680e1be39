package perfetto

import (
	"fmt"
	"math"

	"tare/internal/record"
)

// group is a track whose children belong together. Groups come in this order.
type group uint8

const (
	groupInterest group = iota
	groupWakes
	groupGC
	groupQuota
	groupProcs
	groupCPUs
	groupUser
	groupGoroutines
	groups
)

var groupNames = [groups]string{"Goroutines of interest", "Wake-ups", "Garbage collection and stop-the-world", "CPU quota",
	"Ps", "CPUs", "Regions, tasks and logs", "Goroutines"}

// tracks are the tracks that were described so far.
type tracks struct {
	last   uint64 // uuid
	groups [groups]uint64
	lanes  map[record.Lane]track
	shown  [groups]int // goroutines
	rows   map[rowKey][]row
}

// track is one of a lane.
type track struct {
	uuid uint64
	in   group
}

// processTrack is the uuid of the process.
const processTrack = 1

func newTracks() tracks {
	return tracks{last: processTrack, lanes: map[record.Lane]track{}, rows: map[rowKey][]row{}}
}

// uuid returns a new one.
func (t *tracks) uuid() uint64 {
	t.last++
	return t.last
}

// describe writes a TrackDescriptor.
func (w *Writer) describe(descriptor message) {
	w.start()
	w.packet = w.packet.sub(packetTrack, descriptor)
	w.send()
}

func (w *Writer) describeProcess() {
	process := message{}.number(processPID, uint64(w.o.PID)).text(processName, w.o.Process)
	w.describe(message{}.number(trackUUID, processTrack).sub(trackProcess, process).number(trackOrdering, orderExplicit))
}

// group returns the track of a group, described when first used.
func (w *Writer) group(g group) uint64 {
	t := &w.tracks.groups[g]
	if *t == 0 {
		*t = w.tracks.uuid()
		w.describe(child(*t, processTrack, groupNames[g], int64(g)).number(trackOrdering, orderExplicit))
	}
	return *t
}

// child is the descriptor of a track below another. Readers would merge those of
// the same name.
func child(uuid, parent uint64, name string, rank int64) message {
	return message{}.number(trackUUID, uuid).number(trackParent, parent).text(trackName, name).
		number(trackRank, uint64(min(rank, math.MaxInt32))).number(trackMerge, mergeNone)
}

// lane returns the track of a lane, described when first used. Of goroutines,
// only so many have one.
func (w *Writer) lane(l record.Lane) (uuid uint64, ok bool) {
	t, known := w.tracks.lanes[l]
	if !known {
		t.in = groupProcs
		switch l.Kind {
		case record.LaneCPU:
			t.in = groupCPUs
		case record.LaneGoroutine:
			t.in = groupGoroutines
			if w.o.Interest != nil && w.o.Interest(l.ID) {
				t.in = groupInterest
			}
			if w.tracks.shown[t.in] == w.o.Tracks {
				return 0, false
			}
			w.tracks.shown[t.in]++
		}
		t.uuid = w.tracks.uuid()
		w.tracks.lanes[l] = t
		w.describeLane(l, t)
	}
	return t.uuid, true
}

// describeLane names the track of a lane. The last name counts.
func (w *Writer) describeLane(l record.Lane, t track) {
	name := w.names.get(l)
	if l.Kind == record.LaneThread {
		thread := message{}.number(threadPID, uint64(w.o.PID)).number(threadTID, uint64(l.ID))
		if name != "" {
			thread = thread.text(threadName, name)
		}
		w.describe(message{}.number(trackUUID, t.uuid).number(trackParent, processTrack).sub(trackThread, thread))
		return
	}
	w.describe(child(t.uuid, w.group(t.in), title(l, name), l.ID))
}

// title is "goroutine 7: main.work".
func title(l record.Lane, name string) string {
	s := fmt.Sprintf("%s %d", [...]string{"goroutine", "thread", "P", "CPU"}[l.Kind], l.ID)
	if name != "" {
		s += ": " + name
	}
	return s
}
