package align

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// trace is a Go execution trace made of events in words.
type trace struct {
	events  []event.GoEvent
	strings []string
	stacks  [][]record.Call
	broken  error
}

func (t *trace) Next(e *event.GoEvent) error {
	if len(t.events) == 0 {
		if t.broken != nil {
			return t.broken
		}
		return io.EOF
	}
	*e, t.events = t.events[0], t.events[1:]
	return nil
}

func (t *trace) String(id event.StringID) string       { return t.strings[id] }
func (t *trace) Stack(id record.StackID) []record.Call { return t.stacks[id] }

func (t *trace) intern(s string) event.StringID {
	if len(t.strings) == 0 {
		t.strings = []string{""}
	}
	if i := slices.Index(t.strings, s); i >= 0 {
		return event.StringID(i)
	}
	t.strings = append(t.strings, s)
	return event.StringID(len(t.strings) - 1)
}

func (t *trace) stack(function string) record.StackID {
	if len(t.stacks) == 0 {
		t.stacks = [][]record.Call{nil}
	}
	t.stacks = append(t.stacks, []record.Call{{Func: function}})
	return record.StackID(len(t.stacks) - 1)
}

var goStates = map[string]event.GoState{"unknown": event.GoUnknown, "none": event.GoNone, "runnable": event.GoRunnable, "running": event.GoRunning,
	"waiting": event.GoWaiting, "syscall": event.GoInSyscall, "idle": event.GoIdle}

// parse reads a joined recording, an event to the line:
//
//	TIME go    TID/P/G G FROM TO [REASON]
//	TIME proc  TID P FROM TO
//	TIME begin|end TID/P/G ID NAME
//	TIME region|endregion TID/P/G NAME
//	TIME on|off|wake|refill|exit TID [sleep|preempted|throttled] [by NAME|own]
//	TIME throttle|unthrottle 0
//	TIME occupy 0 [by NAME|own]
//	TIME stat NS
//	TIME lost N
func parse(t *testing.T, text string) (*trace, *kernel) {
	t.Helper()
	tr, k := &trace{}, &kernel{}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		var at int64
		fmt.Sscan(f[0], &at)
		if !tr.event(at, f[1], f[2:]) && !k.event(at, f[1], f[2:]) {
			t.Fatalf("no event: %s", line)
		}
	}
	return tr, k
}

func (t *trace) event(at int64, kind string, f []string) bool {
	e := event.GoEvent{Time: at, Proc: -1}
	if strings.Contains(f[0], "/") {
		fmt.Sscanf(f[0], "%d/%d/%d", &e.TID, &e.Proc, &e.G)
	}
	rest := func(i int) event.StringID { return t.intern(strings.Join(f[min(i, len(f)):], " ")) }
	switch kind {
	case "go":
		e.Kind = event.GoGoroutine
		fmt.Sscan(f[1], &e.ID)
		e.From, e.To, e.Name = goStates[f[2]], goStates[f[3]], rest(4)
		if e.From == event.GoNone {
			e.Name, e.Other = 0, t.stack(strings.Join(f[4:], " "))
		}
	case "proc":
		e.Kind = event.GoProc
		fmt.Sscan(f[0], &e.TID)
		fmt.Sscan(f[1], &e.ID)
		e.From, e.To = goStates[f[2]], goStates[f[3]]
	case "begin", "end":
		e.Kind = map[string]event.GoKind{"begin": event.GoRangeBegin, "end": event.GoRangeEnd}[kind]
		fmt.Sscan(f[1], &e.ID)
		e.Name = rest(2)
	case "region", "endregion":
		e.Kind = map[string]event.GoKind{"region": event.GoRegionBegin, "endregion": event.GoRegionEnd}[kind]
		e.Name = rest(1)
	default:
		return false
	}
	t.events = append(t.events, e)
	return true
}

// kernel is a kernel recording, likewise.
type kernel struct{ events []event.KernelEvent }

func (k *kernel) Next(e *event.KernelEvent) error {
	if len(k.events) == 0 {
		return io.EOF
	}
	*e, k.events = k.events[0], k.events[1:]
	return nil
}

func (k *kernel) event(at int64, kind string, f []string) bool {
	kinds := map[string]event.KernelKind{"on": event.KernelOn, "off": event.KernelOff, "wake": event.KernelWake, "refill": event.KernelRefill,
		"exit": event.KernelExit, "throttle": event.KernelThrottle, "unthrottle": event.KernelUnthrottle, "stat": event.KernelStat, "lost": event.KernelLost,
		"occupy": event.KernelOccupy}
	e := event.KernelEvent{Time: at, Kind: kinds[kind], CPU: 3}
	switch e.Kind {
	case event.KernelNothing:
		return false
	case event.KernelStat:
		fmt.Sscan(f[0], &e.Value)
	case event.KernelLost:
		fmt.Sscan(f[0], &e.Number)
	default:
		fmt.Sscan(f[0], &e.TID)
	}
	for i, word := range f {
		switch word {
		case "sleep":
			e.Why = event.OffSleep
		case "preempted":
			e.Why = event.OffPreempted
		case "throttled":
			e.Why = event.OffThrottled
		case "by":
			e.Other, e.Name = 99, f[i+1]
		case "own":
			e.Other, e.Own = 98, true
		}
	}
	k.events = append(k.events, e)
	return true
}

// book is a sink that writes down what it is told.
type book struct {
	named, marks []string
	pieces       map[string][]string // by lane
	last         map[record.Lane]event.Piece
	t            *testing.T
}

func newBook(t *testing.T) *book {
	return &book{t: t, pieces: map[string][]string{}, last: map[record.Lane]event.Piece{}}
}

func laneName(l record.Lane) string { return []string{"G", "T", "P", "C"}[l.Kind] + fmt.Sprint(l.ID) }

func (b *book) Named(n *event.Named) {
	b.named = append(b.named, fmt.Sprintf("%s %s by %d", laneName(n.Lane), n.Name, n.Creator))
}

func (b *book) Piece(p *event.Piece) {
	name := laneName(p.Lane)
	if last, ok := b.last[p.Lane]; ok && p.Lane.Kind != record.LaneCPU && last.End != p.Start {
		b.t.Errorf("%s has a gap or overlap from %d to %d", name, last.End, p.Start)
	}
	if p.End <= p.Start {
		b.t.Errorf("%s has a piece of no length at %d", name, p.Start)
	}
	b.last[p.Lane] = *p
	text := fmt.Sprintf("%d-%d %s", p.Start, p.End, p.Item)
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	if p.Sure != record.Seen {
		text += " (" + string(p.Sure) + ")"
	}
	b.pieces[name] = append(b.pieces[name], text)
}

func (b *book) Mark(m *event.Mark) {
	b.marks = append(b.marks, fmt.Sprintf("%s %d-%d %s G%d T%d", markNames[m.Kind], m.Start, m.End, m.Name, m.G, m.TID))
}

var markNames = map[record.MarkKind]string{record.MarkStop: "stop", record.MarkGC: "gc", record.MarkRegion: "region", record.MarkThrottle: "throttle",
	record.MarkRefill: "refill", record.MarkWake: "wake", record.MarkWait: "wait", record.MarkCollect: "assist", record.MarkRequest: "request"}
