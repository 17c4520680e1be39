package checkup

import (
	"path"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// rung is one thing that limits what a program gets: the machine, the
// affinity, or a control group.
type rung struct {
	Name string // short
	Path string // of a control group
	Own  bool

	CPUs      quantity // how many the program may run on
	Quota     quantity // CPUs' worth of time
	Throttled quantity // share of the quota's periods that used it up
	Memory    quantity // bytes
}

// column is one quantity of every rung.
type column struct {
	Title string
	of    func(rung) quantity
}

var (
	columnCPUs   = column{"CPUs", func(r rung) quantity { return r.CPUs }}
	columnQuota  = column{"quota", func(r rung) quantity { return r.Quota }}
	columnMemory = column{"memory", func(r rung) quantity { return r.Memory }}
	rungColumns  = []column{columnCPUs, columnQuota,
		{"throttled", func(r rung) quantity { return r.Throttled }}, columnMemory}
)

// rungs lists what limits a program on the machine of c, the machine first,
// then the own control group and its ancestors.
func rungs(c record.MachineReport) []rung {
	m := c.Machine
	all := []rung{
		{Name: "machine", CPUs: ofNumber(m.CPUs, m.Fact(record.FactCPUs)), Memory: ofFact(m.Fact(record.FactMemory), unit.Bytes)},
		{Name: "affinity", CPUs: ofNumber(m.Affinity, m.Fact(record.FactAffinity))},
	}
	all[0].Memory.Tight = c.Capacity.MemoryLimiter == "MemTotal"
	all[1].CPUs.Tight = c.Capacity.Limiter == "affinity"
	for _, g := range m.Cgroups {
		r := groupRung(g)
		r.CPUs.Tight = c.Capacity.Limiter == "cpuset of "+g.Dir
		r.Quota.Tight = c.Capacity.Limiter == "quota of "+g.Dir
		r.Memory.Tight = c.Capacity.MemoryLimiter == "memory limit of "+g.Dir
		all = append(all, r)
	}
	return all
}

// groupRung shows the limits that the hierarchy of g has.
func groupRung(g record.ControlGroup) rung {
	r := rung{Name: groupName(g), Path: g.Dir, Own: g.Own}
	has := func(controller string) bool { return slices.Contains(g.Controllers, controller) }
	if has("cpuset") || g.CPUSet.OK() {
		r.CPUs = ofFact(g.CPUSet, cpus)
		if r.CPUs.Known && len(g.CPUSet.Value) <= longSet {
			r.CPUs.Text = g.CPUSet.Value + " = " + r.CPUs.Text
		}
	}
	if has("cpu") || g.CPU.OK() {
		r.Quota = ofLimit(g.CPU, cpus)
		r.Throttled = throttled(g)
	}
	if has("memory") || g.Memory.OK() {
		r.Memory = ofLimit(g.Memory, unit.Bytes)
	}
	return r
}

// longSet is how many characters of a CPU list go into a table.
const longSet = 8

// throttled is empty for a group whose quota never ran.
func throttled(g record.ControlGroup) quantity {
	switch {
	case !g.CPU.Set(), g.Periods.OK() && g.Periods.Value == 0:
		return quantity{}
	case !g.Periods.OK():
		return ofReading(g.Periods, share)
	case !g.Throttled.OK():
		return ofReading(g.Throttled, share)
	}
	return ofReading(record.Of(g.Throttled.Value/g.Periods.Value), share)
}

// groupName is the last part of the group's path, since the rungs below name
// the others; in cgroup v1 it says of which hierarchy.
func groupName(g record.ControlGroup) string {
	name := lastPart(g.Dir)
	if g.Root || g.Dir == "/sys/fs/cgroup" {
		name = "/"
	}
	if g.Version == 1 {
		name += " [" + strings.Join(g.Controllers, ",") + "]"
	}
	return name
}

// lastPart is the last element of dir without the names of the slices around
// it, which systemd repeats: "kubepods-burstable-pod1.slice" (systemd.slice(5)).
func lastPart(dir string) string {
	around := strings.TrimSuffix(path.Base(path.Dir(dir)), ".slice")
	return strings.TrimPrefix(path.Base(dir), around+"-")
}

// Remark says what r limits, and whether it is the own group.
func (r rung) Remark() string {
	var said []string
	if r.Own {
		said = append(said, "own")
	}
	switch cpus := r.CPUs.Tight || r.Quota.Tight; {
	case cpus && r.Memory.Tight:
		said = append(said, "← limits both")
	case cpus:
		said = append(said, "← limits CPUs")
	case r.Memory.Tight:
		said = append(said, "← limits memory")
	}
	return strings.Join(said, " ")
}
