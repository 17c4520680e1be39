package runs

import (
	"math"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/skintest"
	"tare/internal/report/wording"
)

// degenerate runs are what a page must survive: each changes a sound run of
// one benchmark with eight rounds.
var degenerate = map[string]func(*record.Run){
	"empty run":    func(r *record.Run) { *r = record.Run{} },
	"no trials":    func(r *record.Run) { r.Trials = nil },
	"single round": func(r *record.Run) { r.Trials = r.Trials[:1]; r.Summaries[0].Rounds = 1 },
	"no interval": func(r *record.Run) {
		r.Summaries[0].Net.Confidence, r.Summaries[0].Wall.Confidence = 0, 0
	},
	"summary of nothing": func(r *record.Run) {
		r.Summaries[0] = record.Summary{Benchmark: r.Summaries[0].Benchmark, Stop: record.StopFailed}
	},
	"identical rounds": eachTrial(func(t *record.Trial) { t.Bill = record.Bill{Wall: 7, OnCPU: 7, Net: 7} }),
	"all zero net":     eachTrial(func(t *record.Trial) { t.Bill = record.Bill{Wall: 7, Waiting: 7} }),
	"no bill":          eachTrial(func(t *record.Trial) { t.Bill = record.Bill{} }),
	"NaN": func(r *record.Run) {
		nan := math.NaN()
		eachTrial(func(t *record.Trial) { t.Bill = record.Bill{Wall: nan, OnCPU: nan, Net: nan} })(r)
		s := &r.Summaries[0]
		s.Net, s.Wall = record.Estimate{Center: nan, Lo: nan, Hi: nan, Confidence: 0.95, N: 8}, record.Estimate{Center: nan, N: 8}
		s.Bill, s.CV = record.Bill{Wall: nan, OnCPU: nan, Net: nan}, nan
		s.Drift = record.Drift{Trend: nan, TrendP: nan, Lag1: nan, CanaryALU: nan, CanaryPipe: nan}
	},
	"one NaN":      func(r *record.Run) { r.Trials[3].Bill.Net = math.NaN() },
	"infinite":     func(r *record.Run) { r.Trials[3].Bill.Wall = math.Inf(1); r.Summaries[0].Bill.Wall = math.Inf(1) },
	"huge":         eachTrial(func(t *record.Trial) { t.Bill.Net *= 1e280; t.Bill.Wall *= 1e280 }),
	"tiny":         eachTrial(func(t *record.Trial) { t.Bill.Net *= 1e-280; t.Bill.Wall *= 1e-280 }),
	"all polluted": eachTrial(func(t *record.Trial) { t.Polluted = []string{"noise"} }),
	"all failed":   eachTrial(func(t *record.Trial) { t.Outcome, t.Message = record.Panicked, "boom" }),
	"negative residual": func(r *record.Run) {
		b := &r.Summaries[0].Bill
		b.Residual = -b.Wall
		b.OnCPU *= 2
	},
	"net above wall": func(r *record.Run) { r.Summaries[0].Bill.Net *= 3 },
	"no readings":    eachTrial(func(t *record.Trial) { t.Readings = nil }),
	"long name":      rename(strings.Repeat("Long/", 200)),
	"same round twice": eachTrial(func(t *record.Trial) {
		t.Round = 1
	}),
	"far outlier": func(r *record.Run) {
		r.Trials[2].Bill.Net *= 1e6
		r.Trials[2].Bill.Wall *= 1e6
		r.Summaries[0].Outliers = []record.Outlier{{Round: 3, Cause: strings.Repeat("cause ", 50)}}
	},
}

func eachTrial(change func(*record.Trial)) func(*record.Run) {
	return func(r *record.Run) {
		for i := range r.Trials {
			change(&r.Trials[i])
		}
	}
}

func rename(to string) func(*record.Run) {
	return func(r *record.Run) {
		r.Summaries[0].Benchmark.Name = to
		eachTrial(func(t *record.Trial) { t.Benchmark.Name = to })(r)
	}
}

func TestDegenerateRuns(t *testing.T) {
	for name, change := range degenerate {
		t.Run(name, func(t *testing.T) {
			run := runOf(fixture{pkg: "p", name: "BenchmarkX", net: 100, noise: 0.02, container: 0.3, rounds: 8})
			change(&run)
			got := renderPage(t, run)
			skintest.WellFormed(t, got)
			skintest.Drawable(t, got)
		})
	}
}

func TestMissingValuesAreNotZero(t *testing.T) {
	run := fixtureRun()
	run.Summaries[0].Net = record.Estimate{}
	table := Document(run, Options{}).Blocks[0].(model.Table)
	for i, c := range table.Columns {
		if cell := table.Rows[0].Cells[i]; c.Title == "net/op" && (cell.Text.String() != wording.None || !math.IsNaN(*cell.Sort)) {
			t.Errorf("an estimate of nothing prints as %q and sorts as %v", cell.Text, *cell.Sort)
		}
	}
}
