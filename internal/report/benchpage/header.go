package benchpage

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// Header says what was measured, where, and how: template "masthead".
type Header struct {
	Title    string
	Started  string
	Datetime string // Started for machines, RFC 3339
	Command  string
	Summary  string // of the groups, which start out folded
	Groups   []Group
	Gaps     wording.Gaps // what no trial could measure
}

// Group is a titled list of facts.
type Group struct {
	Title string
	Facts []Fact
}

// Fact is a name with its value, or with the reason why there is none.
type Fact struct {
	Name, Value string
	Flag        string // a short mark beside the value: "dirty"
	Code        bool   // Value is a command
	Missing     string // set instead of Value
}

// NewHeader returns a header without groups; args are the command line after
// "tare".
func NewHeader(title string, started time.Time, args []string) Header {
	h := Header{Title: title, Started: Moment(started), Command: "tare " + wording.Quote(args)}
	if !started.IsZero() {
		h.Datetime = started.Format(time.RFC3339)
	}
	return h
}

// Took prints the time from started to finished, and nothing when they do not
// tell.
func Took(started, finished time.Time) string {
	if started.IsZero() || !finished.After(started) {
		return ""
	}
	return unit.Duration(finished.Sub(started))
}

// Revision names the commit, or says why none is known.
func Revision(s record.Source) Fact {
	f := Fact{Name: "revision", Value: s.Revision}
	if s.VCSStatus != record.Measured {
		return Fact{Name: f.Name, Missing: wording.Because(s.VCSStatus, s.VCSWhy)}
	}
	if s.Dirty {
		f.Flag = "dirty"
	}
	return f
}

// Machine lists what is known of the machine, and why the rest is not.
func Machine(m record.Machine) Group {
	cpus := ""
	if m.CPUs > 0 {
		cpus = fmt.Sprintf("%d online", m.CPUs)
		if m.Affinity > 0 && m.Affinity != m.CPUs {
			cpus += fmt.Sprintf(", %d usable", m.Affinity)
		}
	}
	facts := Known(
		Fact{Name: "CPU", Value: m.CPUModel},
		Fact{Name: "CPUs", Value: cpus},
		Fact{Name: "system", Value: strings.Trim(m.GOOS+"/"+m.GOARCH, "/")},
		Fact{Name: "kernel", Value: m.Kernel},
	)
	for _, f := range m.Facts {
		shown := Fact{Name: f.Name, Value: f.Value}
		if f.Status != record.Measured {
			shown = Fact{Name: f.Name, Missing: wording.Because(f.Status, f.Why)}
		}
		facts = append(facts, shown)
	}
	return Group{"Machine", facts}
}

// Cell lists the limits that trials ran under, absent ones too.
func Cell(c record.Cell) Group {
	quota, memory, procs, aslr := "none", "no limit", "as Go picks", "off"
	if c.Quota > 0 {
		quota = fmt.Sprintf("%.4g CPUs", c.Quota)
		if c.Period > 0 {
			quota += " per " + wording.Ns(1e3*float64(c.Period))
		}
	}
	if c.Memory > 0 {
		memory = unit.Bytes(float64(c.Memory))
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
	return Group{"Cell", Known(
		Fact{Name: "level", Value: c.Level},
		Fact{Name: "parent", Value: c.Parent},
		Fact{Name: "quota", Value: quota},
		Fact{Name: "CPUs", Value: cpus},
		Fact{Name: "memory", Value: memory},
		Fact{Name: "GOMAXPROCS", Value: procs},
		Fact{Name: "environment", Value: wording.Quote(c.Env)},
		Fact{Name: "ASLR", Value: aslr},
	)}
}

// Benchtime prints how long a window is to be: iters iterations, or d when that
// is 0; nothing without either.
func Benchtime(d time.Duration, iters int64) string {
	switch {
	case iters > 0:
		return wording.Grouped(iters) + "×"
	case d > 0:
		return d.String()
	}
	return ""
}

// TimeLimit prints a limit, and nothing when d is 0: there is none.
func TimeLimit(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return unit.Duration(d)
}

// Known drops the facts that say nothing.
func Known(facts ...Fact) []Fact {
	var kept []Fact
	for _, f := range facts {
		if f.Value != "" || f.Missing != "" {
			kept = append(kept, f)
		}
	}
	return kept
}
