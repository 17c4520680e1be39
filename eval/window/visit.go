package main

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// The parts of the evaluation.
const (
	values   = "values"
	effects  = "effects"
	verdicts = "verdicts"
	costs    = "cost"
)

// key is one round of one subject.
type key struct {
	Part    string `json:"part"`
	Subject string `json:"subject"`
	Round   int    `json:"round"`
}

func (k key) String() string { return k.Part + " " + k.Subject }

// visit is what was observed in a round, a line of the file.
type visit struct {
	key
	Tare    string   `json:"tare,omitempty"`    // which build of it: the beginning of its SHA-256
	Truth   []truth  `json:"truth,omitempty"`   // of a value one, of an effect old and new
	Value   *value   `json:"value,omitempty"`   // what tare run says
	Verdict *outcome `json:"verdict,omitempty"` // what tare compare says
	// Costs are those of the tare to evaluate and of the other one.
	Costs  []outcome `json:"costs,omitempty"`
	Failed string    `json:"failed,omitempty"`
}

// truth is one process of a plain test binary.
type truth struct {
	NS        float64 `json:"ns"` // per op
	N         int64   `json:"n"`
	CPU       float64 `json:"cpu"` // seconds of the process
	Benchtime string  `json:"benchtime"`
}

// value is one tare run of one benchmark.
type value struct {
	Net    float64 `json:"net"`  // ns per op
	Wall   float64 `json:"wall"` // ns per op
	N      int64   `json:"n"`    // iterations per trial
	Trials int     `json:"trials"`
	spending
	Windows windows `json:"windows"`
}

// spending is CPU time of one command, in seconds.
type spending struct {
	CPU   float64 `json:"cpu"`
	Build float64 `json:"build"` // of it, what it takes without a benchmark to run
}

// measuring is what is left without the building.
func (s spending) measuring() float64 { return s.CPU - s.Build }

// outcome is one tare compare of one benchmark.
type outcome struct {
	Verdict record.Verdict `json:"verdict"`
	Why     string         `json:"why,omitempty"`
	Metric  string         `json:"metric"`
	// Ratio is new ÷ old. Both ends of the interval are 0 when there is none.
	Ratio  float64 `json:"ratio"`
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	Rounds int     `json:"rounds"`
	spending
}

// String says what was observed, for a line of progress.
func (v visit) String() string {
	text := []string{v.key.String()}
	for _, t := range v.Truth {
		text = append(text, "truth "+wording.Ns(t.NS))
	}
	if v.Value != nil {
		text = append(text, fmt.Sprintf("net %s, wall %s, %.1f s CPU", wording.Ns(v.Value.Net), wording.Ns(v.Value.Wall), v.Value.CPU))
	}
	compared := v.Costs
	if v.Verdict != nil {
		compared = append(compared, *v.Verdict)
	}
	for _, o := range compared {
		text = append(text, fmt.Sprintf("%s %s, %.1f s CPU", o.Verdict, said(o), o.CPU))
	}
	if v.Failed != "" {
		text = append(text, "failed: "+v.Failed)
	}
	return strings.Join(text, "; ")
}
