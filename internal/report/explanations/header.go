package explanations

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

func command(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return "tare " + wording.Quote(args)
}

// about says what was recorded, and how much that can tell.
func (r report) about() []model.Line {
	if r.Title == "" && r.Duration == 0 {
		return []model.Line{line(model.Warn, "Nothing was recorded.")}
	}
	all := []model.Line{line(model.Plain, strings.Join(r.origin(), " · "))}
	if !r.Started.IsZero() {
		all = append(all, model.Line{Detail: model.Paged, Label: "recorded:", Text: words(wording.Moment(r.Started))})
	}
	all = append(all, r.kernel()...)
	for _, g := range r.Kernel.Groups {
		if g.Quota > 0 && g.Period > 0 {
			all = append(all, model.Line{Label: "quota:", Text: words(quota(g))})
		}
	}
	return all
}

func quota(g record.QuotaGroup) string {
	return fmt.Sprintf("%.4g CPUs in %s (%s of CPU time every %s)", float64(g.Quota)/float64(g.Period), g.Path, time.Duration(g.Quota), time.Duration(g.Period))
}

// origin is the trace and the machine that it is from.
func (r report) origin() []string {
	parts := []string{ns(r.Duration), trace(r.Go)}
	if r.Go.GOMAXPROCS > 0 {
		parts = append(parts, fmt.Sprintf("GOMAXPROCS %d", r.Go.GOMAXPROCS))
	}
	if r.Kernel.CPUs > 0 {
		parts = append(parts, unit.Plural(r.Kernel.CPUs, "CPU"))
	}
	if r.Kernel.Kernel != "" {
		parts = append(parts, "Linux "+r.Kernel.Kernel)
	}
	return parts
}

func trace(g record.GoSide) string {
	switch {
	case g.Version == "":
		return "no Go trace"
	case g.Complete:
		return "Go trace (format " + g.Version + ")"
	}
	return "Go trace (format " + g.Version + ") that breaks off"
}

// levels names where kernel recordings come from.
var levels = map[record.KernelLevel]string{
	record.KernelBPF:  "eBPF",
	record.KernelPerf: "perf context switches",
	record.KernelPoll: "counters, read again and again",
}

// told names what kernel recordings tell, in the order of its weight.
var told = []struct {
	fact record.KernelFact
	name string
}{
	{record.FactSwitches, "switches"},
	{record.FactThrottled, "throttling"},
	{record.FactRefill, "refills"},
	{record.FactPreempter, "preempters"},
	{record.FactWakeups, "wake-ups"},
	{record.FactSyscalls, "system calls"},
	{record.FactStolen, "stolen time"},
}

// kernel says which level was reached, what it knows, and what it takes to know more.
// Nobody misses system calls who has not asked for them to be counted.
func (r report) kernel() []model.Line {
	level := levels[r.Kernel.Level]
	if level == "" {
		return []model.Line{line(model.Warn, strings.TrimSuffix("no kernel recording: "+strings.Join(r.Kernel.Why, "; "), ": "))}
	}
	text := level
	for _, way := range []record.Sure{record.Seen, record.Inferred, record.Bounded, record.Unknown} {
		var names []string
		for _, f := range told {
			if r.Kernel.Sure[f.fact] == way && (way != record.Unknown || f.fact != record.FactSyscalls) {
				names = append(names, f.name)
			}
		}
		if len(names) > 0 {
			text += "; " + enumerate(names) + " " + confidence(way)
		}
	}
	all := []model.Line{{Label: "kernel:", Text: words(text)}}
	for _, why := range r.Kernel.Why {
		all = append(all, model.Line{Label: " ", Text: model.Lit(model.Warn, why)})
	}
	return all
}

// result is what mattered most, and what to hold against the report.
func (r report) result() []model.Count {
	var counts []model.Count
	var items []record.Item
	for _, c := range r.Causes {
		if !slices.Contains(items, c.Item) && len(items) < topCauses {
			items = append(items, c.Item)
			counts = append(counts, model.Count{Detail: model.Brief, Text: strings.TrimSpace(c.Item.String() + " " + weight(c))})
		}
	}
	if n := len(r.Trouble); n > 0 {
		counts = append(counts, model.Count{Detail: model.Brief, Mood: model.Warn, Text: unit.Plural(n, "warning")})
	}
	return counts
}

// topCauses is how many of them the result names.
const topCauses = 3
