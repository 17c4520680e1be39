package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tare/internal/machine/tuning"
	"tare/internal/read/sysfs"
)

// placement divides the online CPUs: those to keep free, and the rest, where
// everything goes that was on them.
type placement struct{ free, rest []int }

// narrow returns those of the CPUs that are in the rest; there may be none.
func (p placement) narrow(cpus []int) []int {
	return slices.DeleteFunc(slices.Clone(cpus), func(c int) bool { return !slices.Contains(p.rest, c) })
}

// move returns CPUs in the rest for what is allowed to run on the given ones.
func (p placement) move(cpus []int) []int {
	if left := p.narrow(cpus); len(left) > 0 {
		return left
	}
	return p.rest
}

// shielded returns the placement that the user wishes. The cores of the wished
// CPUs stay free as a whole, for work on the other thread of a core slows the
// one down that is measured on.
func shielded(root fs.FS, w tuning.Wishes) (placement, error) {
	online, err := onlineCPUs(root)
	if err != nil {
		return placement{}, err
	}
	var free []int
	for _, cpu := range w.Shield {
		if !slices.Contains(online, cpu) {
			return placement{}, fmt.Errorf("CPU %d cannot be shielded: online are %s", cpu, sysfs.FormatList(online))
		}
		free = union(free, core(root, cpu, online))
	}
	rest := without(online, free)
	if len(rest) == 0 {
		return placement{}, fmt.Errorf("shielding %s leaves no CPU for the rest of the system: shield fewer", sysfs.FormatList(free))
	}
	return placement{free, rest}, nil
}

// reserved returns the placement that keeps free what is shielded and what the
// kernel was told to isolate when it booted.
func reserved(root fs.FS, w tuning.Wishes) (placement, error) {
	p, err := shielded(root, w)
	if err != nil {
		return placement{}, err
	}
	isolated, err := isolatedCPUs(root)
	if err != nil {
		return placement{}, err
	}
	p.free = union(p.free, isolated)
	p.rest = without(p.rest, isolated)
	switch {
	case len(p.free) == 0:
		return placement{}, unsupported("no CPU is isolated or to be shielded, so there is none to keep free: name some with -shield")
	case len(p.rest) == 0:
		return placement{}, errors.New("all CPUs are isolated or to be shielded: there is none for the rest")
	}
	return p, nil
}
