package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tare/internal/machine/tuning"
	"tare/internal/read/sysfs"
)

const noSMT = "the kernel was built without control of SMT"

// smt takes all but the first thread of every core offline. What is bound to
// those alone loses its binding and does not get it back: interrupts, and v1
// cpusets, from which the kernel removes a CPU for good. They are moved before,
// so that they can be moved back.
func smt(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	const name = cpuDir + "/smt/control"
	state, err := text(root, name, noSMT)
	if err != nil {
		return nil, err
	}
	switch state {
	case "off", "forceoff":
		return []tuning.Step{set(name, state)}, nil
	case "notsupported", "notimplemented":
		return nil, unsupported("these CPUs have one thread per core: /%s says %s", name, state)
	case "on":
	default:
		return nil, fmt.Errorf("/%s: %q is unknown", name, state)
	}
	p, err := threads(root)
	if err != nil {
		return nil, err
	}
	plan, err := narrowCpusets(root, p)
	if err != nil {
		return nil, err
	}
	all, err := interrupts(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, i := range all {
		if overlap(i.cpus, p.free) && !overlap(i.cpus, p.rest) {
			plan = append(plan, i.moveTo(p.rest))
		}
	}
	return append(plan, set(name, "off")), nil
}

// threads divides the CPUs into those that go offline with SMT and those that
// stay.
func threads(root fs.FS) (placement, error) {
	online, err := onlineCPUs(root)
	if err != nil {
		return placement{}, err
	}
	var p placement
	for _, cpu := range online {
		if first := core(root, cpu, online)[0]; first == cpu {
			p.rest = append(p.rest, cpu)
		} else {
			p.free = append(p.free, cpu)
		}
	}
	return p, nil
}

// placing are the knobs that divide the CPUs.
var placing = []string{"irqbalance", "irq-affinity", "workqueue", "shield"}

// withoutThreads has the knobs of a selection with smt agree on the CPUs that are left.
func withoutThreads(selected []tuning.Knob) {
	at := slices.IndexFunc(selected, func(k tuning.Knob) bool { return k.ID == "smt" })
	if at < 0 {
		return
	}
	for i, k := range selected {
		if slices.Contains(placing, k.ID) {
			selected[i].Steps = afterSMT(k.Steps)
		}
	}
	selected[at].Steps = unlessBy(slices.Clone(selected[:at]), selected[at].Steps)
}

// unlessBy leaves out what knobs that come before set as well: smt would give a group or
// an interrupt back the CPUs that are shielded from it.
func unlessBy(before []tuning.Knob, plan steps) steps {
	return func(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
		all, err := plan(root, w)
		if err != nil {
			return nil, err
		}
		set := make(map[string]bool)
		for _, k := range before {
			steps, _ := k.Steps(root, w) // a knob that cannot be used sets nothing
			for _, s := range steps {
				set[s.Key] = true
			}
		}
		return slices.DeleteFunc(all, func(s tuning.Step) bool { return set[s.Key] }), nil
	}
}

// afterSMT has a knob plan for the machine as smt will leave it: without the
// threads that go offline. A wish for one of these is one for its core.
func afterSMT(plan steps) steps {
	return func(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
		if _, err := smt(root, w); err != nil {
			return plan(root, w)
		}
		p, err := threads(root)
		if err != nil {
			return plan(root, w)
		}
		online := union(p.free, p.rest)
		var shield []int
		for _, cpu := range w.Shield {
			shield = union(shield, core(root, cpu, online)[:1])
		}
		w.Shield = shield
		return plan(withOnline{root, sysfs.FormatList(p.rest)}, w)
	}
}

// withOnline is a root with another list of online CPUs.
type withOnline struct {
	fs.FS
	online string
}

// ReadFile implements fs.ReadFileFS.
func (w withOnline) ReadFile(name string) ([]byte, error) {
	if name == onlineFile {
		return []byte(w.online), nil
	}
	return fs.ReadFile(w.FS, name)
}
