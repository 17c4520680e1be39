package recording

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"tare/internal/host/files"
	"tare/internal/host/invoker"
	"tare/internal/record"
	"tare/internal/trace/account"
	"tare/internal/trace/event"
)

// hitFile is beside a recording that was kept because of a hit.
const hitFile = "hit.json"

// Hit is when what a recording was kept for came true, ns of CLOCK_MONOTONIC.
type Hit struct {
	What string    `json:"what"`
	From int64     `json:"from"`
	To   int64     `json:"to"`
	Of   *Happened `json:"of,omitempty"` // files of before do not have it
}

// Happened is the mark that made a condition true, as far as that helps to find out
// why.
type Happened struct {
	Kind  MarkName    `json:"kind"`
	Name  string      `json:"name,omitempty"` // of a region, task or stop
	G     int64       `json:"g,omitempty"`
	TID   int32       `json:"tid,omitempty"`
	Proc  int32       `json:"proc"` // -1 for none
	CPU   int32       `json:"cpu"`  // -1 for none
	Task  int64       `json:"task,omitempty"`
	Doing record.Item `json:"doing,omitzero"` // when it was throttled
	Sure  record.Sure `json:"sure,omitempty"`
}

// HitOf is a condition that a mark has made true.
func HitOf(what string, m *event.Mark) Hit {
	return Hit{what, m.Start, m.End, &Happened{MarkName(m.Kind), m.Name, m.G, m.TID, m.Proc, m.CPU, m.Task, m.Doing, m.Sure}}
}

// Whole is the hit as what is to be accounted for. Stopping the world happens to all,
// a wait for a CPU to a thread, and everything else to a goroutine where there is one.
func (h *Hit) Whole() *account.Hit {
	whole := &account.Hit{What: h.What, From: h.From, To: h.To}
	if h.Of == nil {
		return whole
	}
	switch record.MarkKind(h.Of.Kind) {
	case record.MarkStop:
	case record.MarkWait:
		whole.TID = h.Of.TID
	default:
		whole.G, whole.TID = h.Of.G, h.Of.TID
	}
	return whole
}

// MarkName is a kind of marks that has a name in files, which stays when others are
// added.
type MarkName record.MarkKind

var markNames = map[record.MarkKind]string{
	record.MarkStop: "stop", record.MarkRegion: "region", record.MarkTask: "task", record.MarkThrottle: "throttled",
	record.MarkWake: "goroutine waited", record.MarkWait: "thread waited", record.MarkRequest: "request",
}

// MarshalText makes kinds appear by name.
func (k MarkName) MarshalText() ([]byte, error) {
	name, ok := markNames[record.MarkKind(k)]
	if !ok {
		return nil, fmt.Errorf("marks of kind %d make no condition true", k)
	}
	return []byte(name), nil
}

// UnmarshalText reads the name of a kind.
func (k *MarkName) UnmarshalText(text []byte) error {
	for kind, name := range markNames {
		if name == string(text) {
			*k = MarkName(kind)
			return nil
		}
	}
	return fmt.Errorf("%q is not a kind of marks", text)
}

// Save writes a hit to the folder of its recording.
func (h Hit) Save(dir string) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return invoker.WriteFile(filepath.Join(dir, hitFile), append(text, '\n'), 0o666)
}

// Hit is why a recording was kept; nil when it has no special reason.
func (r Files) Hit() *Hit {
	f, err := files.Open(filepath.Join(filepath.Dir(cmp.Or(r.Kernel, r.Trace)), hitFile))
	if err != nil {
		return nil
	}
	defer f.Close()
	h := &Hit{}
	if json.NewDecoder(files.Bounded(f, hitFile, 1<<20)).Decode(h) != nil {
		return nil
	}
	return h
}

// After says what happened, and when after the beginning of its recording.
func (h *Hit) After(begin int64) string {
	return fmt.Sprintf("%s at %s for %s", h.What, time.Duration(h.From-begin).Round(10*time.Microsecond), time.Duration(h.To-h.From))
}
