package explanations

import (
	"fmt"
	"strconv"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// facts says how the recording was made, and how sure it is.
func (r report) facts() model.Block {
	all := model.Facts{Detail: model.Paged, Title: "How it was recorded, and how sure that is"}
	for _, g := range []model.Group{r.kernelFacts(), goFacts(r.Go), r.knowledge(), r.quotas(), r.overheads()} {
		if len(g.Facts) > 0 {
			all.Groups = append(all.Groups, g)
		}
	}
	return all
}

// timeOf is a reading in ns, or why there is none.
func timeOf(name string, v record.Reading, more string) model.Fact {
	if !v.OK() {
		return wording.Unknown(name, v.Status, v.Why)
	}
	return wording.Fact(name, wording.Ns(v.Value)+more)
}

func (r report) kernelFacts() model.Group {
	k := r.Kernel
	g := model.Group{Title: "Kernel recording"}
	if levels[k.Level] == "" {
		g.Facts = []model.Fact{{Name: "kernel", Value: model.Lit(model.Missing, "not recorded")}}
		return g
	}
	from := wording.Fact("from", levels[k.Level])
	if k.Lost > 0 {
		from.Flag = wording.Grouped(k.Lost) + " events lost"
	}
	g.Facts = []model.Fact{from}
	if k.Kernel != "" {
		g.Facts = append(g.Facts, wording.Fact("release", k.Kernel))
	}
	g.Facts = append(g.Facts, wording.Fact("events", wording.Grouped(k.Events)))
	if k.CPUs > 0 {
		g.Facts = append(g.Facts, wording.Fact("CPUs", fmt.Sprintf("%d online", k.CPUs)))
	}
	g.Facts = append(g.Facts, timeOf("recording took", k.ProbeTime, " of CPU in the kernel"), timeOf("stolen", k.Stolen, " by the hypervisor"))
	return g
}

func goFacts(g record.GoSide) model.Group {
	group := model.Group{Title: "Go trace"}
	if g.Version == "" {
		group.Facts = []model.Fact{{Name: "Go trace", Value: model.Lit(model.Missing, "not recorded")}}
		return group
	}
	format := wording.Fact("format", g.Version)
	if !g.Complete {
		format.Flag = "breaks off"
	}
	procs := wording.Fact("GOMAXPROCS", strconv.Itoa(g.GOMAXPROCS))
	if g.GOMAXPROCS == 0 {
		procs = wording.Unknown("GOMAXPROCS", record.Undetermined, "")
	}
	group.Facts = []model.Fact{format, wording.Fact("events", wording.Grouped(g.Events)), wording.Fact("goroutines", wording.Grouped(int64(g.Goroutines))), procs}
	return group
}

// knowledge says how each fact of the kernel is known.
func (r report) knowledge() model.Group {
	g := model.Group{Title: "How it is known"}
	if len(r.Kernel.Sure) == 0 {
		return g
	}
	for _, f := range told {
		if s := r.Kernel.Sure[f.fact]; s != record.Unknown {
			g.Facts = append(g.Facts, wording.Fact(f.name, confidence(s)))
		} else {
			g.Facts = append(g.Facts, model.Fact{Name: f.name, Value: model.Lit(model.Missing, confidence(s))})
		}
	}
	return g
}

func (r report) quotas() model.Group {
	g := model.Group{Title: "CPU quota"}
	for _, q := range r.Kernel.Groups {
		name := "no limit"
		if q.Quota > 0 && q.Period > 0 {
			name = fmt.Sprintf("%.4g CPUs", float64(q.Quota)/float64(q.Period))
		}
		g.Facts = append(g.Facts, model.Fact{Name: name, Value: model.Lit(model.Code, q.Path)})
	}
	return g
}

func (r report) overheads() model.Group {
	g := model.Group{Title: "What recording did to the time per op"}
	for _, o := range r.Overhead {
		f := wording.Unknown(o.What, o.Ratio.Status, o.Ratio.Why)
		if o.Ratio.OK() {
			f = wording.Fact(o.What, ratio(o))
		}
		g.Facts = append(g.Facts, f)
	}
	return g
}
