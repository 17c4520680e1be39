package runpage

import (
	"fmt"
	"maps"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// section is all about one benchmark.
type section struct {
	ID           string
	Name         benchpage.Name
	Window       string   // what it is
	Caveats      []string // what a long run has that it has not
	Count        string   // of rounds
	CV           string
	Accounting   string
	Net, Wall    estimate
	State        state
	Rounds       *roundsChart            // nil when no round has a value
	Distribution *benchpage.Distribution // nil when no clean round has one
	Bill         *benchpage.BillBar      // nil when no bill was made out
	Units        []unitLine
	Drift        []driftFact
	Trials       trialTable
}

// unitLine is one further unit of the result lines.
type unitLine struct {
	Unit string
	estimate
	N int
}

// driftFact is one sentence on how net moved over the rounds.
type driftFact struct {
	Name, Value string
	Note        string // what it means, when it means something
	Alarm       bool
}

func newSection(id string, s record.Summary, p record.Plan, trials []record.Trial) section {
	ps := points(trials, s.Outliers)
	return section{
		ID:           id,
		Name:         benchpage.NewName(s.Benchmark),
		Window:       wording.Window(s.Windows, s.N),
		Caveats:      wording.WindowCaveats(s.Windows),
		Count:        cleanRounds(s),
		CV:           variation(s),
		Accounting:   string(s.Accounting),
		Net:          newEstimate(s.Net, "ns/op"),
		Wall:         newEstimate(s.Wall, "ns/op"),
		State:        newState(s, p),
		Rounds:       newRoundsChart(id, s, ps),
		Distribution: newDistribution(id, s, ps),
		Bill:         benchpage.NewBillBar(s.Bill, 0),
		Units:        unitLines(s.Units),
		Drift:        driftFacts(s, trials),
		Trials:       newTrialTable(trials, s.Outliers),
	}
}

func cleanRounds(s record.Summary) string {
	if s.Polluted == 0 {
		return unit.Plural(s.Rounds, "clean round")
	}
	return fmt.Sprintf("%s, %d polluted", unit.Plural(s.Rounds, "clean round"), s.Polluted)
}

func unitLines(units map[string]record.Estimate) []unitLine {
	var lines []unitLine
	for _, u := range slices.Sorted(maps.Keys(units)) {
		lines = append(lines, unitLine{u, newEstimate(units[u], u), units[u].N})
	}
	return lines
}

// Fewest rounds for which drift means anything, and the level below which a
// trend is called one.
const (
	driftFrom  = 4
	trendLevel = 0.05
)

func driftFacts(s record.Summary, trials []record.Trial) []driftFact {
	return []driftFact{
		trend(s),
		neighbours(s),
		canary("ALU canary", s.Drift.CanaryALU, trials, record.CanaryALU),
		canary("pipe canary", s.Drift.CanaryPipe, trials, record.CanaryPipe),
	}
}

func trend(s record.Summary) driftFact {
	f := driftFact{Name: "trend, first to last round"}
	if s.Rounds < driftFrom || !wording.Finite(s.Drift.Trend) || !wording.Finite(s.Drift.TrendP) {
		f.Value, f.Note = wording.None, "too few rounds"
		return f
	}
	f.Value = fmt.Sprintf("%s (p = %.2g)", wording.Signed(s.Drift.Trend, 0), s.Drift.TrendP)
	if s.Drift.TrendP < trendLevel {
		f.Note, f.Alarm = "net moved in one direction", true
	}
	return f
}

func neighbours(s record.Summary) driftFact {
	f := driftFact{Name: "autocorrelation of neighbours"}
	if s.Rounds < driftFrom || !wording.Finite(s.Drift.Lag1) {
		f.Value, f.Note = wording.None, "too few rounds"
		return f
	}
	f.Value = fmt.Sprintf("%+.2f", s.Drift.Lag1)
	f.Note = wording.Neighbours(s.Drift)
	f.Alarm = f.Note != ""
	return f
}

// canary words the spread of one canary, which means something only when at
// least two trials have read it.
func canary(name string, spread float64, trials []record.Trial, m record.Metric) driftFact {
	f := driftFact{Name: name + ", slowest to fastest"}
	read := 0
	for _, t := range trials {
		if _, ok := t.Readings.Value(m); ok {
			read++
		}
	}
	if read < 2 || !wording.Finite(spread) {
		f.Value, f.Note = wording.None, "not measured"
		return f
	}
	f.Value = wording.Signed(spread, 0)
	return f
}
