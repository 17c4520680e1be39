package record

// Scene is a part of a recording, to be drawn as a timeline.
type Scene struct {
	Name     string      `json:"name"`    // "overview", "p99 op", "worst throttling"
	From, To int64       `json:"-"`       // ns of CLOCK_MONOTONIC
	Start    int64       `json:"start"`   // ns since Explanation.Begin
	Length   int64       `json:"length"`  // ns
	Step     int64       `json:"step"`    // ns: pieces shorter than this were put together
	Lanes    []SceneLane `json:"lanes"`   // Ps, threads, goroutines of interest, other goroutines
	Marks    []SceneMark `json:"marks"`   // GC phases, stop-the-worlds, throttled threads, refills, tasks, regions
	Dropped  int         `json:"dropped"` // goroutines that are not shown
	Strings  []string    `json:"strings"` // names that lanes, pieces and marks refer to
}

// SceneLane is one row.
type SceneLane struct {
	Lane     Lane `json:"lane"`
	Name     int  `json:"name"` // index into Strings
	Interest bool `json:"interest,omitempty"`
	// Pieces in order: start (ns since Scene.Start), length, item, detail (index
	// into Strings), and what it was bound to (of a P or thread, the goroutine; of
	// a goroutine, the thread).
	Pieces [][5]int64 `json:"pieces"`
}

// SceneMark is something across lanes.
type SceneMark struct {
	Kind  MarkKind `json:"kind"`
	Start int64    `json:"start"` // ns since Scene.Start
	End   int64    `json:"end"`
	Name  int      `json:"name"`
	Lane  int64    `json:"lane"` // P or thread concerned; -1 for all
}
