package checkup

import (
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// rung is one thing that limits what a program gets: the machine, the
// affinity, or a control group.
type rung struct {
	Name string // short
	Path string // of a control group
	Own  bool
	Part int // which hierarchy: 0 is the machine itself

	CPUs      quantity // how many the program may run on
	Quota     quantity // CPUs' worth of time
	Throttled quantity // share of the quota's periods that used it up
	Memory    quantity // bytes

	SetsCPUs, SetsMemory bool // it is what limits the program
}

// quantity is a limit as printed. The zero quantity is one that this rung
// cannot have.
type quantity struct {
	Text  string
	Known bool    // there is a limit, and it is
	Value float64 // this
	Why   string  // nobody could read it: the status and the reason
}

// rungs lists what limits a program on the machine of c, the machine first,
// then the own control group and its ancestors.
func rungs(c record.Checkup) []rung {
	m, limiter := c.Machine, c.Capacity.Limiter
	all := []rung{
		{Name: "machine", CPUs: number(m.CPUs, m.Fact(record.FactCPUs)), Memory: memoryOf(m),
			SetsMemory: c.Capacity.Memory.Set() && !ofGroup(c.Capacity.MemoryLimiter, m.Cgroups)},
		{Name: "affinity", CPUs: number(m.Affinity, m.Fact(record.FactAffinity)), SetsCPUs: limiter == "affinity"},
	}
	part := 0
	for _, g := range m.Cgroups {
		if g.Own || part == 0 {
			part++
		}
		r := groupRung(g)
		r.Part = part
		r.SetsCPUs = limiter == "quota of "+g.Dir || limiter == "cpuset of "+g.Dir
		r.SetsMemory = strings.HasSuffix(c.Capacity.MemoryLimiter, " of "+g.Dir)
		all = append(all, r)
	}
	return all
}

func ofGroup(limiter string, groups []record.ControlGroup) bool {
	return slices.ContainsFunc(groups, func(g record.ControlGroup) bool {
		return strings.HasSuffix(limiter, " of "+g.Dir)
	})
}

func groupRung(g record.ControlGroup) rung {
	r := rung{Name: groupName(g), Path: g.Dir, Own: g.Own}
	if governs(g, "cpuset", g.CPUSet.Status, g.CPUSet.Why) {
		r.CPUs = ofCPUSet(g.CPUSet)
	}
	if governs(g, "cpu", g.CPU.Status, g.CPU.Why) {
		r.Quota = ofLimit(g.CPU, cpus)
		r.Throttled = throttled(g)
	}
	if governs(g, "memory", g.Memory.Status, g.Memory.Why) {
		r.Memory = ofLimit(g.Memory, unit.Bytes)
	}
	return r
}

// governs reports whether g can have a limit of the controller: its hierarchy
// has the controller, or somebody asked for the limit all the same.
func governs(g record.ControlGroup, controller string, s record.Status, why string) bool {
	return s != record.Undetermined || why != "" || slices.Contains(g.Controllers, controller)
}

func number(n int, f record.Fact) quantity {
	if n <= 0 {
		return quantity{Text: unknown, Why: because(f.Status, f.Why)}
	}
	return quantity{Text: whole(float64(n)), Known: true, Value: float64(n)}
}

func memoryOf(m record.Machine) quantity {
	f := m.Fact(record.FactMemory)
	if !f.OK() {
		return quantity{Text: unknown, Why: because(f.Status, f.Why)}
	}
	return quantity{Text: unit.Bytes(f.Number), Known: true, Value: f.Number}
}

// longSet is how many characters of a CPU list go into a table.
const longSet = 8

func ofCPUSet(f record.Fact) quantity {
	q := ofLimit(record.Limit{Reading: record.Reading{Status: f.Status, Value: f.Number, Why: f.Why}}, whole)
	if q.Known && len(f.Value) <= longSet {
		q.Text = f.Value + " = " + q.Text
	}
	return q
}

// cannot stands for a limit that this kernel or group does not have.
const cannot = "-"

func ofLimit(l record.Limit, format func(float64) string) quantity {
	switch {
	case l.Set():
		return quantity{Text: format(l.Value), Known: true, Value: l.Value}
	case l.OK():
		return quantity{Text: "none"}
	case l.Status == record.Unsupported:
		return quantity{Text: cannot}
	}
	return quantity{Text: unknown, Why: because(l.Status, l.Why)}
}

// throttled is empty for a group whose quota never ran.
func throttled(g record.ControlGroup) quantity {
	switch {
	case g.Periods.OK() && g.Throttled.OK() && g.Periods.Value > 0:
		v := g.Throttled.Value / g.Periods.Value
		return quantity{Text: share(v), Known: true, Value: v}
	case !g.CPU.Set(), g.Periods.OK() && g.Periods.Value == 0:
		return quantity{}
	case !g.Periods.OK():
		return quantity{Text: unknown, Why: because(g.Periods.Status, g.Periods.Why)}
	}
	return quantity{Text: unknown, Why: because(g.Throttled.Status, g.Throttled.Why)}
}

// column is one quantity of every rung.
type column struct {
	Title string
	of    func(rung) quantity
}

var rungColumns = []column{
	{"CPUs", func(r rung) quantity { return r.CPUs }},
	{"quota", func(r rung) quantity { return r.Quota }},
	{"throttled", func(r rung) quantity { return r.Throttled }},
	{"memory", func(r rung) quantity { return r.Memory }},
}

// gaps collects why quantities of rs are not known, in order of appearance.
func gaps(rs []rung) []gap {
	var gs []gap
	for _, r := range rs {
		for _, c := range rungColumns {
			if q := c.of(r); q.Why != "" {
				gs = addGap(gs, q.Why, c.Title+" of "+r.Name)
			}
		}
	}
	return gs
}
