package runs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// notes lists what limits the numbers of s apart from its not being steady, most important
// first; trials are its own.
func notes(run record.Run, trials []record.Trial, s record.Summary) []model.Note {
	var ns []model.Note
	add := func(m model.Mood, d model.Detail, text string) {
		if text != "" {
			ns = append(ns, model.Note{Mood: m, Detail: d, Text: text})
		}
	}
	add(model.Warn, model.Normal, netMissing(s))
	add(model.Plain, model.Normal, wholeProcess(s))
	for _, c := range wording.WindowCaveats(s.Windows) {
		ns = append(ns, model.Note{Mood: model.Warn, Text: c.Text, Short: c.Short})
	}
	for _, text := range missingItems(run.Probes) {
		add(model.Plain, model.Normal, text)
	}
	add(model.Plain, model.Normal, mixed(trials, s))
	add(model.Plain, model.Verbose, contaminated(trials, s))
	add(model.Plain, model.Verbose, outliers(s.Outliers))
	if text := drift(run.Plan, s); text != "" {
		ns = append(ns, model.Note{Mood: model.Warn, Text: text, Short: "drifted over the rounds, by more than the precision asked for"})
	}
	add(model.Plain, model.Verbose, wording.Neighbours(s.Drift))
	return ns
}

func netMissing(s record.Summary) string {
	if s.Rounds == 0 || s.Bill.NetStatus == record.Measured {
		return ""
	}
	return "net/op is not fully measured: " + wording.Because(s.Bill.NetStatus, s.Bill.NetWhy)
}

func wholeProcess(s record.Summary) string {
	if s.Accounting != record.ByProcess {
		return ""
	}
	return "readings cover the whole process, start-up and warm-up included: the test binary has no hook"
}

// billed names the part of the bill that rests on each metric.
var billed = map[record.Metric]string{
	record.CPU:                "on-CPU time",
	record.RunqWait:           "waiting for a CPU",
	record.Throttled:          "throttling",
	record.ThrottledAncestors: "throttling by enclosing cgroups",
	record.Steal:              "stolen time",
	record.GCPause:            "GC pause",
}

// missingItems reports the parts of the bill that no trial could read. They
// print as nothing in the table, which is not to be taken for zero.
func missingItems(probes map[record.Metric]record.Reading) []string {
	var texts []string
	for m, r := range probes {
		if item, ok := billed[m]; ok && !r.OK() {
			texts = append(texts, fmt.Sprintf("%s was not read: %s", item, wording.Because(r.Status, r.Why)))
		}
	}
	slices.Sort(texts)
	return texts
}

// contaminated lists each reason why trials of s were not counted.
func contaminated(trials []record.Trial, s record.Summary) string {
	if s.Polluted == 0 {
		return ""
	}
	text := unit.Plural(s.Polluted, "contaminated round")
	if why := wording.Pollution(trials, func(t record.Trial) bool { return t.Benchmark == s.Benchmark }); len(why) > 0 {
		text += ": " + strings.Join(why, ", ")
	}
	return text
}

// shownOutliers bounds a footnote: past a few, it is the CV that matters.
const shownOutliers = 4

func outliers(os []record.Outlier) string {
	if len(os) == 0 {
		return ""
	}
	var parts []string
	for _, o := range os[:min(len(os), shownOutliers)] {
		parts = append(parts, fmt.Sprintf("round %d at %.2f× (%s)", o.Round, o.Ratio, o.Cause))
	}
	if more := len(os) - shownOutliers; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return "outliers: " + strings.Join(parts, ", ")
}

// drift reports a trend that is both unlikely to be chance and larger than the
// precision asked for; the canaries tell whether the machine moved too.
func drift(plan record.Plan, s record.Summary) string {
	d := s.Drift
	if d.TrendP >= 0.05 || math.Abs(d.Trend) <= plan.Target {
		return ""
	}
	text := fmt.Sprintf("drift of %+.1f%% over %s (p=%.3f)", 100*d.Trend, unit.Plural(s.Rounds, "round"), d.TrendP)
	var canaries []string
	if d.CanaryALU > 0 {
		canaries = append(canaries, unit.Percent(d.CanaryALU, 1)+" in arithmetic")
	}
	if d.CanaryPipe > 0 {
		canaries = append(canaries, unit.Percent(d.CanaryPipe, 1)+" in system calls")
	}
	if len(canaries) > 0 {
		text += "; meanwhile the machine's own speed moved by " + strings.Join(canaries, " and ")
	}
	return text
}
