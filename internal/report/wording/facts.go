package wording

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// Fact is a name with its value as words.
func Fact(name, value string) model.Fact {
	return model.Fact{Name: name, Value: model.Lit(model.Plain, value)}
}

// Unknown is a name with the reason why it has no value.
func Unknown(name string, s record.Status, why string) model.Fact {
	return model.Fact{Name: name, Value: model.Lit(model.Missing, Because(s, why))}
}

// Known drops the facts that say nothing.
func Known(facts ...model.Fact) []model.Fact {
	var kept []model.Fact
	for _, f := range facts {
		if len(f.Value) > 0 {
			kept = append(kept, f)
		}
	}
	return kept
}

// Moment prints a time to the second, zone included.
func Moment(t time.Time) string {
	if t.IsZero() {
		return None
	}
	return t.Format("2006-01-02 15:04:05 MST")
}

// Took prints the time from started to finished, and nothing when they do not tell.
func Took(started, finished time.Time) string {
	if started.IsZero() || !finished.After(started) {
		return ""
	}
	return unit.Duration(finished.Sub(started))
}

// TimeLimit prints a limit, and nothing when d is 0: there is none.
func TimeLimit(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return unit.Duration(d)
}

// Benchtime prints how long a window is to be: iters iterations, or d when that is 0;
// nothing without either.
func Benchtime(d time.Duration, iters int64) string {
	switch {
	case iters > 0:
		return Grouped(iters) + "×"
	case d > 0:
		return d.String()
	}
	return ""
}

// Revision names the commit, or says why none is known.
func Revision(s record.Source) model.Fact {
	if s.VCSStatus != record.Measured {
		return Unknown("revision", s.VCSStatus, s.VCSWhy)
	}
	f := Fact("revision", s.Revision)
	if s.Dirty {
		f.Flag = "dirty"
	}
	return f
}

// Machine lists what is known of the machine, and why the rest is not.
func Machine(m record.Machine) model.Group {
	cpus := ""
	if m.CPUs > 0 {
		cpus = fmt.Sprintf("%d online", m.CPUs)
		if m.Affinity > 0 && m.Affinity != m.CPUs {
			cpus += fmt.Sprintf(", %d usable", m.Affinity)
		}
	}
	facts := Known(
		Fact("CPU", m.CPUModel),
		Fact("CPUs", cpus),
		Fact("system", strings.Trim(m.GOOS+"/"+m.GOARCH, "/")),
		Fact("kernel", m.Kernel),
	)
	for _, f := range m.Facts {
		if f.Status != record.Measured {
			facts = append(facts, Unknown(f.Name, f.Status, f.Why))
			continue
		}
		facts = append(facts, Fact(f.Name, f.Value))
	}
	return model.Group{Title: "Machine", Facts: facts}
}

// Cell lists the limits that trials ran under, absent ones too.
func Cell(c record.Cell) model.Group {
	quota, memory, weight, procs, aslr := "none", "no limit", "", "as Go picks", "off"
	if c.Quota > 0 {
		quota = fmt.Sprintf("%.4g CPUs", c.Quota)
		if c.Period > 0 {
			quota += " per " + Ns(1e3*float64(c.Period))
		}
	}
	if c.Memory > 0 {
		memory = unit.Bytes(float64(c.Memory))
	}
	if c.Weight > 0 {
		weight = fmt.Sprintf("%d (others have 100)", c.Weight)
	}
	if c.GOMAXPROCS > 0 {
		procs = fmt.Sprint(c.GOMAXPROCS)
	}
	if c.ASLR {
		aslr = "kept"
	}
	cpus := c.CPUs
	if cpus == "" {
		cpus = "as inherited"
	}
	return model.Group{Title: "Cell", Facts: Known(
		Fact("level", c.Level),
		Fact("parent", c.Parent),
		Fact("quota", quota),
		Fact("CPUs", cpus),
		Fact("memory", memory),
		Fact("CPU weight", weight),
		Fact("GOMAXPROCS", procs),
		Fact("environment", Quote(c.Env)),
		Fact("ASLR", aslr),
	)}
}
