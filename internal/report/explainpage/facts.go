package explainpage

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

type fact = benchpage.Fact

// levels are what kernel recordings come from.
var levels = map[record.KernelLevel]string{
	record.KernelBPF:  "eBPF",
	record.KernelPerf: "perf context switches",
	record.KernelPoll: "counters, read again and again",
	record.KernelNone: "not recorded",
}

func newHeader(d Document) benchpage.Header {
	title := d.Title
	if title == "" {
		title = d.Explanation.Title
	}
	h := benchpage.NewHeader(title, d.Started, d.Explanation.Args)
	h.Summary = "How it was recorded, and how sure that is"
	for _, g := range []benchpage.Group{
		kernelFacts(d.Explanation.Kernel), goFacts(d.Explanation.Go), knowledge(d.Explanation.Kernel.Sure),
		quotas(d.Explanation.Kernel.Groups), overheads(d.Explanation.Overhead),
	} {
		if len(g.Facts) > 0 {
			h.Groups = append(h.Groups, g)
		}
	}
	return h
}

// gist is what everybody should know of the recording, in one line.
func gist(e record.Explanation) []fact {
	var facts []fact
	if e.Duration > 0 {
		facts = append(facts, fact{Name: "recorded", Value: wording.Ns(float64(e.Duration))})
	}
	facts = append(facts, kernelLevel(e.Kernel), goVersion(e.Go))
	for i := len(e.Overhead) - 1; i >= 0; i-- {
		if o := e.Overhead[i]; o.Ratio.OK() {
			return append(facts, fact{Name: "overhead", Value: overhead(o)})
		}
	}
	return facts
}

func kernelLevel(k record.KernelSide) fact {
	f := fact{Name: "kernel", Value: levels[k.Level]}
	switch {
	case k.Level == record.KernelNone || k.Level == "":
		return fact{Name: "kernel", Missing: levels[record.KernelNone]}
	case k.Lost > 0:
		f.Flag = wording.Grouped(k.Lost) + " events lost"
	}
	return f
}

func goVersion(g record.GoSide) fact {
	if g.Version == "" {
		return fact{Name: "Go trace", Missing: "not recorded"}
	}
	f := fact{Name: "Go trace", Value: "format " + g.Version}
	if !g.Complete {
		f.Flag = "breaks off"
	}
	return f
}

func kernelFacts(k record.KernelSide) benchpage.Group {
	if k.Level == record.KernelNone || k.Level == "" {
		return benchpage.Group{}
	}
	facts := []fact{kernelLevel(k), {Name: "release", Value: k.Kernel}, {Name: "events", Value: wording.Grouped(k.Events)}}
	if k.CPUs > 0 {
		facts = append(facts, fact{Name: "CPUs", Value: fmt.Sprintf("%d online", k.CPUs)})
	}
	facts = append(facts, timeOf("recording took", k.ProbeTime, " of CPU in the kernel"), timeOf("stolen", k.Stolen, " by the hypervisor"))
	return benchpage.Group{Title: "Kernel recording", Facts: benchpage.Known(facts...)}
}

// timeOf is a reading in ns, or why there is none.
func timeOf(name string, r record.Reading, more string) fact {
	if !r.OK() {
		return fact{Name: name, Missing: wording.Because(r.Status, r.Why)}
	}
	return fact{Name: name, Value: wording.Ns(r.Value) + more}
}

func goFacts(g record.GoSide) benchpage.Group {
	if g.Version == "" {
		return benchpage.Group{}
	}
	procs := fact{Name: "GOMAXPROCS", Value: fmt.Sprint(g.GOMAXPROCS)}
	if g.GOMAXPROCS == 0 {
		procs = fact{Name: procs.Name, Missing: wording.Status(record.Undetermined)}
	}
	return benchpage.Group{Title: "Go trace", Facts: []fact{
		goVersion(g), {Name: "events", Value: wording.Grouped(g.Events)}, {Name: "goroutines", Value: wording.Grouped(int64(g.Goroutines))}, procs,
	}}
}

// knowledge says how each fact of the kernel is known.
func knowledge(known map[record.KernelFact]record.Sure) benchpage.Group {
	g := benchpage.Group{Title: "How it is known"}
	for _, f := range []struct {
		fact record.KernelFact
		what string
	}{
		{record.FactSwitches, "on a CPU, or not"},
		{record.FactThrottled, "throttled"},
		{record.FactRefill, "quota refilled"},
		{record.FactPreempter, "who preempts"},
		{record.FactWakeups, "woken"},
		{record.FactSyscalls, "system calls"},
		{record.FactStolen, "stolen"},
	} {
		if s := known[f.fact]; s != record.Unknown {
			g.Facts = append(g.Facts, fact{Name: f.what, Value: sure(s)})
		} else if len(known) > 0 {
			g.Facts = append(g.Facts, fact{Name: f.what, Missing: sure(s)})
		}
	}
	return g
}

func quotas(groups []record.QuotaGroup) benchpage.Group {
	g := benchpage.Group{Title: "CPU quota"}
	for _, q := range groups {
		f := fact{Name: "no limit", Value: q.Path, Code: true}
		if q.Quota > 0 && q.Period > 0 {
			f.Name = fmt.Sprintf("%.4g CPUs", float64(q.Quota)/float64(q.Period))
		}
		g.Facts = append(g.Facts, f)
	}
	return g
}

func overheads(all []record.Overhead) benchpage.Group {
	g := benchpage.Group{Title: "What recording did"}
	for _, o := range all {
		f := fact{Name: o.What}
		if o.Ratio.OK() {
			f.Value = overhead(o) + ", " + unit.Plural(o.Trials, "pair")
		} else {
			f.Missing = wording.Because(o.Ratio.Status, o.Ratio.Why)
		}
		g.Facts = append(g.Facts, f)
	}
	return g
}

// overhead is "+1.4% [+0.9%, +2.0%]".
func overhead(o record.Overhead) string {
	said := wording.Signed(o.Ratio.Value-1, 0)
	if o.High > o.Low {
		said += " [" + strings.Join([]string{wording.Signed(o.Low-1, 0), wording.Signed(o.High-1, 0)}, ", ") + "]"
	}
	return said
}
