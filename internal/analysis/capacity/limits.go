package capacity

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"tare/internal/record"
)

// bound is an upper limit, with what sets it.
type bound struct {
	limit  record.Reading
	by     string
	group  bool          // a control group's quota or memory limit sets it, not the machine
	period time.Duration // of the quota that sets it
}

// effective is the least of several bounds.
type effective struct {
	bound
	hidden string // why there may be a tighter one than was seen
}

// lower takes another bound into account. What is no positive number is no
// limit that a kernel could have set.
func (e *effective) lower(b bound) {
	if !b.limit.OK() || !positive(b.limit.Value) || e.limit.OK() && b.limit.Value >= e.limit.Value {
		return
	}
	e.bound = b
}

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// effectiveCPUs returns how many CPUs' worth of time a program can have. The
// affinity that the kernel reports takes the CPU sets into account; they come
// before it all the same, to name the one that sets it.
func effectiveCPUs(m record.Machine) effective {
	e := effective{hidden: hidden(m, "cpu", cpuLimit)}
	if m.Affinity <= 0 {
		f := m.Fact(record.FactAffinity)
		e.limit = record.Missing(f.Status, f.Name+": "+f.Why)
		return e
	}
	for _, g := range m.Cgroups {
		if g.CPUSet.OK() && (m.CPUs == 0 || g.CPUSet.Number < float64(m.CPUs)) {
			e.lower(bound{limit: record.Of(g.CPUSet.Number), by: "cpuset of " + g.Dir})
		}
	}
	e.lower(bound{limit: record.Of(float64(m.Affinity)), by: "affinity"})
	for _, g := range m.Cgroups {
		if g.CPU.Set() {
			e.lower(bound{limit: g.CPU.Reading, by: "quota of " + g.Dir, group: true, period: g.Period})
		}
	}
	return e
}

// effectiveMemory returns how many bytes a program can have.
func effectiveMemory(m record.Machine) effective {
	e := effective{hidden: hidden(m, "memory", memoryOf)}
	total := m.Fact(record.FactMemory)
	if total.OK() {
		e.lower(bound{limit: record.Of(total.Number), by: "MemTotal"})
	}
	for _, g := range m.Cgroups {
		if g.Memory.Set() {
			e.lower(bound{limit: g.Memory.Reading, by: "memory limit of " + g.Dir, group: true})
		}
	}
	switch {
	case e.limit.OK():
	case total.OK():
		e.limit = record.Missing(record.Undetermined, total.Name+": "+total.Value+" is not a size")
	default:
		e.limit = record.Missing(total.Status, total.Name+": "+total.Why)
	}
	return e
}

func cpuLimit(g record.ControlGroup) record.Limit { return g.CPU }
func memoryOf(g record.ControlGroup) record.Limit { return g.Memory }

// hidden says why a control group may set a tighter limit than can be seen:
// nobody looked, a limit could not be read, or the ancestors of a container are
// out of sight. A limit that is unsupported is none: its group does not have the
// controller enabled, or is the root of version 2.
func hidden(m record.Machine, controller string, limit func(record.ControlGroup) record.Limit) string {
	groups := m.Fact(record.FactCgroups)
	switch {
	case m.GOOS != "linux" && m.GOOS != "":
		return "limits are read on Linux only"
	case !groups.OK():
		return groups.Name + ": " + groups.Why
	case groups.Value == "none":
		return ""
	case len(m.Cgroups) == 0:
		return "no control group can be seen"
	}
	for i, g := range m.Cgroups {
		if l := limit(g); !l.OK() && l.Status != record.Unsupported {
			return fmt.Sprintf("the %s limit of %s is not known (%s)", controller, cmp.Or(g.Dir, "the own group"), l.Why)
		}
		last := i+1 == len(m.Cgroups) || m.Cgroups[i+1].Own
		if last && !g.Root && mayHave(m, g, controller) {
			return "the control groups above " + g.Dir + " cannot be seen"
		}
	}
	return ""
}

// mayHave reports whether a group's hierarchy limits what the controller does. On
// version 2 a controller that is not handed down to the groups in sight may be at
// work above them, unless a hierarchy of version 1 has it.
func mayHave(m record.Machine, g record.ControlGroup, controller string) bool {
	return slices.Contains(g.Controllers, controller) ||
		g.Version == 2 && !slices.ContainsFunc(m.Cgroups, func(g record.ControlGroup) bool {
			return g.Version == 1 && slices.Contains(g.Controllers, controller)
		})
}
