package knobs

import (
	"fmt"
	"io/fs"
	"slices"

	"tare/internal/machine/tuning"
	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// quota removes the CPU quotas of tare's own group and of every ancestor that
// can be seen, from the top down: on their way back those of v1 must not exceed
// the parent's.
func quota(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	topology, err := cgroupfs.Read(root)
	if err != nil {
		return nil, explain("proc/self/cgroup", noCgroups, err)
	}
	var plan []tuning.Step
	for _, g := range slices.Backward(topology.ControlGroups(root)) {
		switch {
		case g.CPU.Set():
			plan = append(plan, lift(g))
		case g.CPU.Status == record.Denied:
			return nil, denied("the CPU quota of %s may not be read: try as root", g.Dir)
		case g.CPU.Status == record.Undetermined:
			return nil, fmt.Errorf("the CPU quota of %s is not known: %s", g.Dir, g.CPU.Why)
		}
	}
	if len(plan) == 0 {
		return nil, unsupported("neither tare's control group nor an ancestor that can be seen has a CPU quota")
	}
	return plan, nil
}

// lift returns the step that removes the quota of a group.
func lift(g record.ControlGroup) tuning.Step {
	if g.Version == 1 {
		return tuning.Step{Key: "file:" + g.Dir + "/cpu.cfs_quota_us", Value: "-1"}
	}
	return tuning.Step{Key: "file:" + g.Dir + "/cpu.max", Value: fmt.Sprintf("max %d", g.Period.Microseconds())}
}
