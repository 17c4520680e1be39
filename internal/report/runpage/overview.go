package runpage

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// row is one benchmark of the overview. The sort keys are plain numbers, NaN
// sorting last.
type row struct {
	ID     string // of the section; empty when there is none
	Name   benchpage.Name
	N      string
	Net    estimate
	Wall   estimate
	Bill   *benchpage.BillBar
	Share  string // net of wall, in place of the bill of a row without a section
	CV     string
	Rounds string
	State  state
	Keys   sortKeys
}

// sortKeys are the values behind the cells of a row.
type sortKeys struct {
	N         int64
	Net, Wall benchpage.Key
	Bill      benchpage.Key // net as a fraction of wall
	CV        benchpage.Key
	Rounds    int
	State     int // 0 steady, else the number of reasons against
}

// estimate is a record.Estimate as printed.
type estimate struct {
	Center, PlusMinus string
	Interval          string // "95.3 % interval 1.2µs … 1.3µs, 20 values"
}

func newEstimate(e record.Estimate, unitName string) estimate {
	if e.N == 0 {
		return estimate{wording.None, wording.None, "no values"}
	}
	shown := estimate{Center: wording.Number(e.Center, unitName), PlusMinus: wording.PlusMinus(e)}
	if !wording.HasInterval(e) {
		shown.Interval = fmt.Sprintf("no interval from %s", unit.Plural(e.N, "value"))
		return shown
	}
	shown.Interval = fmt.Sprintf("%.1f%% interval %s to %s, %s",
		100*e.Confidence, wording.Number(e.Lo, unitName), wording.Number(e.Hi, unitName), unit.Plural(e.N, "value"))
	return shown
}

// newRow returns the row of a benchmark with a section, or, with an empty id, of one
// without.
func newRow(id string, s record.Summary, p record.Plan) row {
	st := newState(s, p)
	r := row{
		ID:     id,
		Name:   benchpage.NewName(s.Benchmark),
		N:      wording.Grouped(s.N),
		Net:    newEstimate(s.Net, "ns/op"),
		Wall:   newEstimate(s.Wall, "ns/op"),
		CV:     variation(s),
		Rounds: roundCount(s),
		State:  st,
		Keys: sortKeys{
			N: s.N, Net: centerOf(s.Net), Wall: centerOf(s.Wall), Bill: benchpage.Key(s.Bill.Net / s.Bill.Wall),
			CV: benchpage.Key(s.CV), Rounds: s.Rounds, State: len(st.Why),
		},
	}
	switch {
	case id != "":
		r.Bill = benchpage.NewBillBar(s.Bill, 0)
	case s.Bill.Wall > 0:
		r.Share = wording.Share(s.Bill.Net/s.Bill.Wall, 0)
	}
	return r
}

// centerOf returns NaN for an estimate that rests on nothing.
func centerOf(e record.Estimate) benchpage.Key {
	if !wording.HasCenter(e) {
		return benchpage.Key(math.NaN())
	}
	return benchpage.Key(e.Center)
}

// variation prints the CV; a single value has wording.None.
func variation(s record.Summary) string {
	if s.Rounds < 2 {
		return wording.None
	}
	return wording.Share(s.CV, 0)
}

func roundCount(s record.Summary) string {
	if s.Polluted == 0 {
		return fmt.Sprint(s.Rounds)
	}
	return fmt.Sprintf("%d + %d polluted", s.Rounds, s.Polluted)
}

// state says whether a benchmark is steady, and if not, what keeps it.
type state struct {
	Steady bool
	Why    []string
}

func newState(s record.Summary, p record.Plan) state {
	if s.Steady {
		return state{Steady: true}
	}
	var why []string
	switch half, ok := s.Net.HalfWidth(); {
	case !ok:
		why = append(why, "no interval")
	case !(half <= p.Target):
		why = append(why, fmt.Sprintf("interval ±%s > %s", wording.Share(half, 0), wording.Share(p.Target, 0)))
	}
	if s.Rounds > 1 && !(s.CV <= p.MaxCV) {
		why = append(why, fmt.Sprintf("CV %s > %s", wording.Share(s.CV, 0), wording.Share(p.MaxCV, 0)))
	}
	if s.Stop != "" && s.Stop != record.StopSteady {
		why = append(why, string(s.Stop))
	}
	return state{Why: why}
}

// Reason joins what keeps the benchmark from being steady.
func (s state) Reason() string { return strings.Join(s.Why, "; ") }
