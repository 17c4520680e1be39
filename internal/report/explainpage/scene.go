package explainpage

import (
	"embed"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

//go:embed timeline/*.js
var scripts embed.FS

// numbers are what the script has to know of package record.
func numbers() string {
	return fmt.Sprintf(`
const GOROUTINE = %d, THREAD = %d, PROC = %d, CPU = %d;
const MARK = { STOP: %d, GC: %d, REGION: %d, TASK: %d, LOG: %d, THROTTLE: %d, REFILL: %d, REQUEST: %d, UNBLOCK: %d };
const ITEM = { RUNNING: %d, BLOCKED: %d, LATE: %d, PREEMPTED: %d };
`, record.LaneGoroutine, record.LaneThread, record.LaneProc, record.LaneCPU,
		record.MarkStop, record.MarkGC, record.MarkRegion, record.MarkTask, record.MarkLog, record.MarkThrottle, record.MarkRefill, record.MarkRequest, record.MarkUnblock,
		record.ItemRunning, record.ItemBlocked, record.ItemLate, record.ItemPreempted)
}

// timelineScript is what draws scenes: parts first, what joins them last.
func timelineScript() string {
	var whole strings.Builder
	whole.WriteString(numbers())
	for _, name := range []string{"time", "scene", "look", "rows", "view", "lanes", "arrows", "head", "minimap", "sums", "tips", "cursor", "input", "timeline"} {
		part, err := scripts.ReadFile("timeline/" + name + ".js")
		if err != nil {
			panic(err) // the list above names a file that is not there
		}
		whole.Write(part)
	}
	return whole.String()
}

// scene is a scene as the page carries it.
type scene struct {
	Name, About string
	Focus       *record.Span // what it is about, ns since the recording's begin; nil for all of it
	Data        string       // base64url of encode
}

func newScenes(scenes []record.Scene) []scene {
	var all []scene
	for i, s := range scenes {
		one := scene{Name: s.Name, About: aboutScene(s), Data: base64.RawURLEncoding.EncodeToString(encode(s))}
		if s.Focus != (record.Span{}) {
			one.Focus = &s.Focus
		}
		if one.Name == "" {
			one.Name = fmt.Sprintf("scene %d", i+1)
		}
		all = append(all, one)
	}
	return all
}

// aboutScene says what the scene leaves out.
func aboutScene(s record.Scene) string {
	var said []string
	if s.Step > 0 {
		said = append(said, fmt.Sprintf("Pieces shorter than %s were put together.", wording.Ns(float64(s.Step))))
	}
	if s.Dropped > 0 {
		said = append(said, fmt.Sprintf("%s more are not shown.", unit.Plural(s.Dropped, "goroutine")))
	}
	return strings.Join(said, " ")
}

// encode writes a scene as timeline/scene.js reads it: signed varints as in
// package binary, and strings as their length with their bytes. A piece begins
// where the one before ended, mostly, so it has the gap instead of its start.
func encode(s record.Scene) []byte {
	pieces := 0
	for _, l := range s.Lanes {
		pieces += len(l.Pieces)
	}
	b := make([]byte, 0, 16*pieces+64)
	put := func(values ...int64) {
		for _, v := range values {
			b = binary.AppendVarint(b, v)
		}
	}
	put(s.Start, s.Length, int64(len(s.Strings)), int64(pieces), int64(len(s.Lanes)), int64(len(s.Marks)))
	for _, text := range s.Strings {
		put(int64(len(text)))
		b = append(b, text...)
	}
	for _, l := range s.Lanes {
		put(int64(l.Lane.Kind), l.Lane.ID, int64(l.Name), rank(l), int64(len(l.Pieces)))
		end := int64(0)
		for _, p := range l.Pieces {
			put(p[0]-end, p[1], p[2], p[3], p[4])
			end = p[0] + p[1]
		}
	}
	for _, m := range s.Marks {
		put(int64(m.Kind), m.Start, m.End-m.Start, int64(m.Name), m.Lane)
		if m.Kind == record.MarkUnblock {
			chain := int64(0)
			if m.Chain {
				chain = 1
			}
			put(m.By, chain)
		}
	}
	return b
}

// rank is 1 of a lane of interest, one more for each step up the chain of waits,
// and 0 of all others.
func rank(l record.SceneLane) int64 {
	switch {
	case l.Interest:
		return 1
	case l.Depth > 0:
		return 1 + int64(l.Depth)
	}
	return 0
}
