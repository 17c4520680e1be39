package wording

import (
	"fmt"

	"tare/internal/record"
)

// Stretch words what an interval stands for.
type Stretch struct {
	One, Several string
	None         string // a clause: there is none
}

var stretches = map[record.IntervalKind]Stretch{
	record.IntervalAll:    {"all of the recording", "recordings", "nothing was recorded"},
	record.IntervalRange:  {"a part of the recording", "parts of the recording", "the recording does not reach there"},
	record.IntervalWindow: {"the benchmark's window", "windows of the benchmark", "no window of the benchmark was recorded"},
	record.IntervalOp:     {"one iteration", "iterations", "no iteration was recorded"},
	record.IntervalRegion: {"one instance of the region", "instances of the region", "no instance of the region ended in the recording"},
	record.IntervalHTTP:   {"one request that net/http served", "requests that net/http served", "no request was served in the recording"},
	record.IntervalTask:   {"one instance of the task", "instances of the task", "no instance of the task ended in the recording"},
}

// StretchOf words what an interval of that kind stands for.
func StretchOf(kind record.IntervalKind) Stretch { return stretches[kind] }

// Quantile names a quantile of lengths: "p50", "p99.9", "worst".
func Quantile(p float64) string {
	if p >= 1 {
		return "worst"
	}
	return fmt.Sprintf("p%.4g", 100*p)
}

// NegativeResidual is what to say of a bar whose items are more than the whole.
const NegativeResidual = "The residual is negative: the items claim more time than has passed, and the bar is drawn to their sum."

var views = map[record.View]string{
	record.ViewHit:     "of the hit",
	record.ViewWorst:   "of the longest",
	record.ViewP99:     "of the longest 1 %",
	record.ViewMean:    "of the mean",
	record.ViewProcess: "of what the sentence says", // each cause of the process has its own whole
}

// View says what the share of a cause is a share of; empty when that is not known.
func View(v record.View) string { return views[v] }
