package record

// Scene is a part of a recording, to be drawn as a timeline.
type Scene struct {
	Name     string      `json:"name"`    // "overview", "p99 op", "worst throttling"
	From, To int64       `json:"-"`       // ns of CLOCK_MONOTONIC
	Start    int64       `json:"start"`   // ns since Explanation.Begin
	Length   int64       `json:"length"`  // ns
	Focus    Span        `json:"focus"`   // what it is about, ns since Explanation.Begin; none where that is all of it
	Step     int64       `json:"step"`    // ns: pieces shorter than this were put together
	Lanes    []SceneLane `json:"lanes"`   // Ps, CPUs, threads, goroutines of interest, those they waited for, other goroutines
	Marks    []SceneMark `json:"marks"`   // GC phases, stop-the-worlds, throttled threads, refills, tasks, regions, requests, ends of waits
	Dropped  int         `json:"dropped"` // goroutines that are not shown
	Strings  []string    `json:"strings"` // names that lanes, pieces and marks refer to
}

// SceneLane is one row.
type SceneLane struct {
	Lane     Lane `json:"lane"`
	Name     int  `json:"name"` // index into Strings
	Interest bool `json:"interest,omitempty"`
	// Depth is how far a goroutine is up the chain of waits: 1 for those that ended a
	// wait of one of interest, 2 for those that they had waited for, and so on; 0 for
	// all others.
	Depth int `json:"depth,omitempty"`
	// Pieces in order: start (ns since Scene.Start), length, item, detail (index
	// into Strings), and what it was bound to (of a P or thread, the goroutine; of
	// a goroutine or CPU, the thread).
	Pieces [][5]int64 `json:"pieces"`
}

// SceneMark is something across lanes.
type SceneMark struct {
	Kind  MarkKind `json:"kind"`
	Start int64    `json:"start"` // ns since Scene.Start
	End   int64    `json:"end"`
	Name  int      `json:"name"`
	Lane  int64    `json:"lane"` // thread concerned, or the goroutine that waited; -1 for all
	// Of MarkUnblock: the goroutine that ended the wait, and whether it is in the chain
	// of waits of a goroutine of interest.
	By    int64 `json:"by,omitempty"`
	Chain bool  `json:"chain,omitempty"`
}
