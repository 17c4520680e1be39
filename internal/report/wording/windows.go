package wording

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// Window says what the window of a trial of n iterations is: its length, net, and
// what it holds. Results of earlier versions do not say how it was planned.
func Window(w record.Windows, n int64) string {
	text := fmt.Sprintf("%s iterations", Grouped(n))
	if w.PerOp > 0 {
		text = fmt.Sprintf("%s, %s", Ns(w.PerOp*float64(n)), text)
	}
	switch w.Method {
	case record.Settled:
		text += fmt.Sprintf(" behind %s that do not count", Grouped(w.Lead))
	case record.Difference:
		text += fmt.Sprintf(": what a call of %s takes beyond one of %s", Grouped(w.Lead+w.N), Grouped(w.Lead))
	}
	if w.Warm > w.Lead {
		text += fmt.Sprintf("; before that, a call of %s touches the heap's memory", Grouped(w.Warm))
	}
	var holds []string
	if w.Cycles > 0 {
		holds = append(holds, unit.Plural(int(w.Cycles), "garbage collection"))
	}
	if w.Method == record.Difference && w.SetUp >= leastSetUp*w.PerOp*float64(w.N) {
		holds = append(holds, Ns(w.SetUp)+" of set-up in each call left out")
	}
	return strings.Join(append([]string{text}, holds...), "; ")
}

// leastSetUp is the share of a window from which on set-up is worth a word.
const leastSetUp = 0.001

// longRun is the length of run, in ns, that a user may hold a figure against, and
// visible the share of it that would show there.
const (
	longRun = 1e9
	visible = 0.01
)

// Caveat is what a long run has that a window has not, a sentence. Short is what it has in
// common with those of other benchmarks; empty when that is all of it.
type Caveat struct{ Text, Short string }

// WindowCaveats are those of the windows of one benchmark.
func WindowCaveats(w record.Windows) []Caveat {
	var caveats []Caveat
	if w.Method == record.Difference && w.SetUp > visible*longRun {
		const setUp = "set-up in each call is left out; with b.ResetTimer behind it, go test leaves it out, too"
		caveats = append(caveats, Caveat{Ns(w.SetUp) + " of " + setUp, setUp})
	}
	if w.Rare {
		caveats = append(caveats, Caveat{Text: "a window holds no garbage collection: they come too rarely; a longer -benchtime holds some"})
	}
	if w.Growing {
		const growing = "iterations cost the more or less the longer the benchmark runs"
		caveats = append(caveats, Caveat{growing + ": this is what they cost after " + Grouped(w.Lead), growing})
	}
	return caveats
}

// CaveatsOfBoth are those of the windows of two variants, each once.
func CaveatsOfBoth(base, other record.Windows) []Caveat {
	caveats := WindowCaveats(base)
	for _, c := range WindowCaveats(other) {
		if !slices.Contains(caveats, c) {
			caveats = append(caveats, c)
		}
	}
	return caveats
}

// WindowsOf says what the windows of a benchmark's variants are: of one, when they
// are the same but for how long an iteration takes.
func WindowsOf(b record.Compared) string {
	text := "window: " + Window(b.Windows, b.N)
	for _, c := range b.Changes {
		if w := c.Windows; w.Method != "" && (w.N != b.Windows.N || w.Lead != b.Windows.Lead) {
			text += "; of the other side " + Window(w, w.N)
		}
	}
	return text
}
