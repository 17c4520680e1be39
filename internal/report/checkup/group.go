package checkup

import (
	"fmt"
	"path"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// groupName is the last part of the group's path, since the rungs above name
// the others; in cgroup v1 it says of which hierarchy.
func groupName(g record.ControlGroup) string {
	name := lastPart(g.Dir)
	if g.Root {
		name = "/"
	}
	if g.Version == 1 {
		name += " [" + strings.Join(g.Controllers, ",") + "]"
	}
	return name
}

// lastPart is the last element of a control group's path without what systemd
// adds to it: the type of the unit, and for a slice the names of the slices
// around it, "kubepods-burstable-pod1.slice" (systemd.slice(5)).
func lastPart(dir string) string {
	if dir == "/sys/fs/cgroup" || dir == "" {
		return "/"
	}
	name := path.Base(dir)
	if slice, ok := strings.CutSuffix(name, ".slice"); ok {
		around := strings.TrimSuffix(path.Base(path.Dir(dir)), ".slice")
		return strings.TrimPrefix(slice, around+"-")
	}
	return strings.TrimSuffix(name, ".scope")
}

// groupFacts is what the ladder has no room for.
func groupFacts(g record.ControlGroup) []record.Fact {
	var facts []record.Fact
	add := func(name string, s record.Status, why, value string) {
		switch {
		case s == record.Measured:
			facts = append(facts, record.Fact{Name: name, Value: value, Status: s})
		case s != record.Undetermined || why != "":
			facts = append(facts, record.Fact{Name: name, Status: s, Why: why})
		}
	}
	add("hierarchy", record.Measured, "", fmt.Sprintf("v%d: %s", g.Version, strings.Join(g.Controllers, " ")))
	add("CPU set", g.CPUSet.Status, g.CPUSet.Why, g.CPUSet.Value)
	add("CPU quota", g.CPU.Status, g.CPU.Why, quotaText(g))
	add("CPU burst", g.Burst.Status, g.Burst.Why, ofLimit(g.Burst, unit.Nanoseconds).Text)
	add("CPU weight", g.Weight.Status, g.Weight.Why, whole(g.Weight.Value))
	add("periods", g.Periods.Status, g.Periods.Why, whole(g.Periods.Value))
	add("throttled", g.Throttled.Status, g.Throttled.Why, whole(g.Throttled.Value)+" periods")
	add("throttled time", g.ThrottledTime.Status, g.ThrottledTime.Why, unit.Nanoseconds(g.ThrottledTime.Value)+", summed over CPUs")
	add("memory", g.Memory.Status, g.Memory.Why, ofLimit(g.Memory, unit.Bytes).Text)
	add("swap", g.Swap.Status, g.Swap.Why, ofLimit(g.Swap, unit.Bytes).Text)
	return facts
}

func quotaText(g record.ControlGroup) string {
	if !g.CPU.Set() {
		return "none"
	}
	text := cpus(g.CPU.Value) + " CPUs"
	if g.Period > 0 {
		text += " in periods of " + unit.Nanoseconds(float64(g.Period))
	}
	return text
}
