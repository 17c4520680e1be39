package knobs

import (
	"fmt"
	"io/fs"

	"tare/internal/machine/tuning"
	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/read/sysfs"
)

const irqDir = "proc/irq"

// interrupt is one interrupt and the CPUs that may handle it. See
// Documentation/core-api/irq/irq-affinity.rst.
type interrupt struct {
	number int
	cpus   []int
}

// moveTo returns the step that has the interrupt handled by other CPUs. The
// kernel refuses for those that belong to one CPU, or to a queue per CPU.
func (i interrupt) moveTo(cpus []int) tuning.Step {
	return tuning.Step{Key: fileKey(i.file()), Value: sysfs.FormatList(cpus), MayRefuse: true}
}

func (i interrupt) file() string { return fmt.Sprintf("%s/%d/smp_affinity_list", irqDir, i.number) }

// interrupts returns every interrupt, ascending.
func interrupts(root fs.FS) ([]interrupt, error) {
	const lack = "the kernel cannot move interrupts"
	numbers, err := read.Numbers(root, irqDir)
	if err != nil {
		return nil, explain(irqDir, lack, err)
	}
	var all []interrupt
	for _, n := range numbers {
		i := interrupt{number: n}
		if i.cpus, err = cpuList(root, i.file(), lack); err != nil {
			return nil, err
		}
		all = append(all, i)
	}
	return all, nil
}

// irqAffinity moves the interrupts that may come to a CPU to keep free, and
// those that are yet to be set up. Where an interrupt may go elsewhere already,
// it keeps to that.
func irqAffinity(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	all, err := interrupts(root)
	if err != nil {
		return nil, err
	}
	p, err := reserved(root, w)
	if err != nil {
		return nil, err
	}
	byDefault, err := moveMask(root, p, irqDir+"/default_smp_affinity", "the kernel cannot move interrupts")
	if err != nil {
		return nil, err
	}
	plan := []tuning.Step{byDefault}
	for _, i := range all {
		if overlap(i.cpus, p.free) {
			plan = append(plan, i.moveTo(p.move(i.cpus)))
		}
	}
	return plan, nil
}

// workqueue moves the unbound workqueues, by the mask that limits them all. See
// Documentation/core-api/workqueue.rst.
func workqueue(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	const name, lack = "sys/devices/virtual/workqueue/cpumask", "the kernel cannot move its workqueues"
	if _, err := text(root, name, lack); err != nil {
		return nil, err
	}
	p, err := reserved(root, w)
	if err != nil {
		return nil, err
	}
	s, err := moveMask(root, p, name, lack)
	if err != nil {
		return nil, err
	}
	return []tuning.Step{s}, nil
}

// moveMask returns the step that takes the CPUs to keep free out of a file that
// holds a mask.
func moveMask(root fs.FS, p placement, name, lack string) (tuning.Step, error) {
	cpus, err := read.ParseText(root, name, sysfs.ParseMask)
	if err != nil {
		return tuning.Step{}, explain(name, lack, err)
	}
	return set(name, sysfs.FormatMask(p.move(cpus))), nil
}

// irqbalance stops the service while there are interrupts that it must not
// spread again. It is found by its name, as killall(1) would.
func irqbalance(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	pids, err := read.Numbers(root, "proc")
	if err != nil {
		return nil, explain("proc", "processes cannot be seen", err)
	}
	var plan []tuning.Step
	for _, pid := range pids {
		// Most errors are processes that have ended since.
		p, err := read.Parse(root, fmt.Sprintf("proc/%d/stat", pid), procfs.ParseProcess)
		if err == nil && p.Name == "irqbalance" {
			plan = append(plan, tuning.Step{Key: fmt.Sprintf("process:%d@%d", pid, p.Start), Value: "stopped"})
		}
	}
	if len(plan) == 0 {
		return nil, unsupported("irqbalance is not running, as far as can be seen")
	}
	if _, err := reserved(root, w); err != nil {
		return nil, err
	}
	return plan, nil
}
