package machines

import (
	"path"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// rung is one thing that limits what a program gets: the machine, the affinity, or a
// control group.
type rung struct {
	name string // short
	dir  string // of a control group
	own  bool

	cpus      quantity // how many the program may run on
	quota     quantity // CPUs' worth of time
	throttled quantity // share of the quota's periods that used it up
	memory    quantity // bytes
}

// quantity is a limit as printed. The zero quantity is one that cannot be there.
type quantity struct {
	text  string
	known bool    // there is a limit, and it is
	value float64 // this
	why   string  // nobody could read it: the status and the reason
	tight bool    // it is what limits the program
}

// Words for what is no number.
const (
	unknown = "?" // nobody could read it
	cannot  = "-" // this kernel or group has no such limit
)

// says reports whether there is anything to say about q.
func (q quantity) says() bool { return q.text != "" && q.text != cannot }

func ofLimit(l record.Limit, format func(float64) string) quantity {
	switch {
	case l.Set():
		return quantity{text: format(l.Value), known: true, value: l.Value}
	case l.OK():
		return quantity{text: "none"}
	case l.Status == record.Unsupported:
		return quantity{text: cannot}
	}
	return quantity{text: unknown, why: wording.Because(l.Status, l.Why)}
}

func ofReading(r record.Reading, format func(float64) string) quantity {
	return ofLimit(record.Limit{Reading: r}, format)
}

func ofFact(f record.Fact, format func(float64) string) quantity {
	return ofReading(record.Reading{Status: f.Status, Value: f.Number, Why: f.Why}, format)
}

// ofNumber is n, which is not known when it is zero; f says why.
func ofNumber(n int, f record.Fact) quantity {
	if n > 0 {
		return ofReading(record.Of(float64(n)), cpus)
	}
	return ofReading(record.Missing(f.Status, f.Why), cpus)
}

// rungs lists what limits a program on the machine of r, the machine first, then the own
// control group and its ancestors.
func rungs(r record.MachineReport) []rung {
	m := r.Machine
	all := []rung{
		{name: "machine", cpus: ofNumber(m.CPUs, m.Fact(record.FactCPUs)), memory: ofFact(m.Fact(record.FactMemory), unit.Bytes)},
		{name: "affinity", cpus: ofNumber(m.Affinity, m.Fact(record.FactAffinity))},
	}
	all[0].memory.tight = r.Capacity.MemoryLimiter == "MemTotal"
	all[1].cpus.tight = r.Capacity.Limiter == "affinity"
	for _, g := range m.Cgroups {
		one := groupRung(g)
		one.cpus.tight = r.Capacity.Limiter == "cpuset of "+g.Dir
		one.quota.tight = r.Capacity.Limiter == "quota of "+g.Dir
		one.memory.tight = r.Capacity.MemoryLimiter == "memory limit of "+g.Dir
		all = append(all, one)
	}
	return all
}

// groupRung shows the limits that the hierarchy of g has.
func groupRung(g record.ControlGroup) rung {
	r := rung{name: groupName(g), dir: g.Dir, own: g.Own}
	has := func(controller string) bool { return slices.Contains(g.Controllers, controller) }
	if has("cpuset") || g.CPUSet.OK() {
		r.cpus = ofFact(g.CPUSet, cpus)
		if r.cpus.known && len(g.CPUSet.Value) <= longSet {
			r.cpus.text = g.CPUSet.Value + " = " + r.cpus.text
		}
	}
	if has("cpu") || g.CPU.OK() {
		r.quota = ofLimit(g.CPU, cpus)
		r.throttled = throttled(g)
	}
	if has("memory") || g.Memory.OK() {
		r.memory = ofLimit(g.Memory, unit.Bytes)
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

// share prints a fraction of one with as many digits as a reader can use.
func share(fraction float64) string { return wording.Share(fraction, 1) }

// groupName is the last part of the group's path, since the rungs below name the others;
// in cgroup v1 it says of which hierarchy.
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

// lastPart is the last element of dir without the names of the slices around it, which
// systemd repeats: "kubepods-burstable-pod1.slice" (systemd.slice(5)).
func lastPart(dir string) string {
	around := strings.TrimSuffix(path.Base(path.Dir(dir)), ".slice")
	return strings.TrimPrefix(path.Base(dir), around+"-")
}

// remark says what r limits, and whether it is the own group.
func (r rung) remark() string {
	var said []string
	if r.own {
		said = append(said, "own")
	}
	switch cpus := r.cpus.tight || r.quota.tight; {
	case cpus && r.memory.tight:
		said = append(said, "← limits both")
	case cpus:
		said = append(said, "← limits CPUs")
	case r.memory.tight:
		said = append(said, "← limits memory")
	}
	return strings.Join(said, " ")
}
