package comparisons

import (
	"math"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/skintest"
)

// degenerates are what a page must survive: each changes a sound one
// of one benchmark with twelve rounds.
var degenerates = map[string]func(*record.Comparison){
	"empty":         func(c *record.Comparison) { *c = record.Comparison{} },
	"no benchmarks": func(c *record.Comparison) { c.Benchmarks = nil },
	"no variants":   func(c *record.Comparison) { c.Variants = nil },
	"no trials":     func(c *record.Comparison) { c.Trials = nil },
	"no changes":    func(c *record.Comparison) { c.Benchmarks[0].Changes = nil },
	"no logs":       eachChange(func(ch *record.Change) { ch.Logs = nil }),
	"no pairs": eachChange(func(ch *record.Change) {
		*ch = record.Change{Variant: 1, Verdict: record.Invalid, Why: "no pair"}
	}),
	"no margin": func(c *record.Comparison) { c.Plan.Margin = 0 },
	"no interval": eachChange(func(ch *record.Change) {
		ch.Ratio.Confidence, ch.New.Confidence = 0, 0
	}),
	"one trial": func(c *record.Comparison) { c.Trials, c.Benchmarks[0].Changes[0].Logs = c.Trials[:1], nil },
	"one round": func(c *record.Comparison) {
		c.Trials, c.Benchmarks[0].Changes[0].Logs = c.Trials[:2], c.Benchmarks[0].Changes[0].Logs[:1]
	},
	"zero ratio":      eachChange(func(ch *record.Change) { ch.Ratio.Center, ch.Ratio.Lo = 0, 0 }),
	"nothing left":    eachChange(func(ch *record.Change) { ch.Ratio.Lo = 0; ch.Ratio.Center = 1e-9 }),
	"huge ratio":      eachChange(func(ch *record.Change) { ch.Ratio.Center, ch.Ratio.Hi = 1e200, 1e300 }),
	"infinite ratio":  eachChange(func(ch *record.Change) { ch.Ratio.Hi = math.Inf(1) }),
	"identical":       eachTrial(func(t *record.Trial) { t.Bill = record.Bill{Wall: 7, OnCPU: 7, Net: 7} }),
	"no bill":         eachTrial(func(t *record.Trial) { t.Bill = record.Bill{} }),
	"all polluted":    eachTrial(func(t *record.Trial) { t.Polluted = []string{"noise"} }),
	"all failed":      eachTrial(func(t *record.Trial) { t.Outcome, t.Message = record.Panicked, "boom" }),
	"infinite bill":   eachTrial(func(t *record.Trial) { t.Bill.Wall = math.Inf(1) }),
	"another metric":  func(c *record.Comparison) { c.Benchmarks[0].Metric = "B/op" },
	"tiny":            eachTrial(func(t *record.Trial) { t.Bill.Net *= 1e-280; t.Bill.Wall *= 1e-280 }),
	"huge":            eachTrial(func(t *record.Trial) { t.Bill.Net *= 1e280; t.Bill.Wall *= 1e280 }),
	"same round":      eachTrial(func(t *record.Trial) { t.Round = 1 }),
	"unknown variant": eachChange(func(ch *record.Change) { ch.Variant = 17 }),
	"boundless floor": func(c *record.Comparison) {
		c.Benchmarks[0].Floors = []record.Floor{{Variant: 2, Reach: math.Inf(1)}, {Variant: 2, Reach: 3}}
	},
	"NaN": func(c *record.Comparison) {
		nan := math.NaN()
		eachTrial(func(t *record.Trial) { t.Bill = record.Bill{Wall: nan, OnCPU: nan, Net: nan} })(c)
		e := record.Estimate{Center: nan, Lo: nan, Hi: nan, Confidence: 0.95, N: 8}
		c.Benchmarks[0].Old = e
		eachChange(func(ch *record.Change) {
			ch.New, ch.Ratio, ch.P, ch.Adjusted, ch.MDE = e, e, nan, nan, nan
			for i := range ch.Logs {
				ch.Logs[i].Log = nan
			}
			ch.Units = []record.UnitChange{{Unit: "ns/op", Old: nan, New: nan, Diff: e, Moved: true}}
			ch.Profile = &record.ProfileDiff{Old: nan, Functions: []record.FunctionDiff{{NewFlat: nan}}, Root: record.Frame{Old: nan, New: nan}}
		})(c)
	},
}

func eachTrial(edit func(*record.Trial)) func(*record.Comparison) {
	return func(c *record.Comparison) {
		for i := range c.Trials {
			edit(&c.Trials[i])
		}
	}
}

func eachChange(edit func(*record.Change)) func(*record.Comparison) {
	return func(c *record.Comparison) { edit(&c.Benchmarks[0].Changes[0]) }
}

func TestDegenerateComparisons(t *testing.T) {
	for name, edit := range degenerates {
		for _, design := range []record.Design{record.Paired, record.Separate} {
			t.Run(name+" "+string(design), func(t *testing.T) {
				c := comparisonOf(2, fixture{pkg: "p", name: "BenchmarkX", net: 100, effect: 0.02, noise: 0.02, container: 0.3, rounds: 12, polluted: 5, verdict: record.Slower})
				c.Design = design
				edit(&c)
				got := onPage(t, c)
				skintest.WellFormed(t, got)
				skintest.Drawable(t, got)
				for _, wrong := range []string{"NaN", "+Inf", "%!"} {
					if at := strings.Index(withoutKeys(got), wrong); at >= 0 {
						t.Errorf("the page says %s", wrong)
					}
				}
			})
		}
	}
}

// withoutKeys removes what only sorting reads: there NaN means unknown.
func withoutKeys(page string) string {
	return strings.NewReplacer(` data-key="NaN"`, "", "isNaN", "").Replace(page)
}
