package machine

import (
	"cmp"
	"fmt"
	"slices"

	"tare/internal/read"
	"tare/internal/read/sysfs"
)

// workqueueCPUs are those that unbound kernel work may run on: see
// Documentation/core-api/workqueue.rst.
func (s source) workqueueCPUs() (string, float64, error) {
	return listFact(s.mask("sys/devices/virtual/workqueue/cpumask"))
}

// irqAffinity counts the interrupts that may go to every online CPU, and so to
// those that measure. See Documentation/core-api/irq/irq-affinity.rst.
func (s source) irqAffinity() (string, float64, error) {
	if s.onlineErr != nil {
		return "", 0, s.onlineErr
	}
	mask, err := s.mask("proc/irq/default_smp_affinity")
	if err != nil {
		return "", 0, err
	}
	interrupts, err := read.Numbers(s.root, "proc/irq")
	if err != nil {
		return "", 0, err
	}
	online := sysfs.FormatList(s.online)
	all, everywhere := 0, 0
	for _, interrupt := range interrupts {
		list, err := s.text(fmt.Sprintf("proc/irq/%d/smp_affinity_list", interrupt))
		if missing(err) {
			continue // freed meanwhile, or one that cannot be routed
		}
		if err != nil {
			return "", 0, err
		}
		all++
		if list == online || s.coversOnline(list) {
			everywhere++
		}
	}
	defaults := slices.DeleteFunc(mask, func(cpu int) bool { return !slices.Contains(s.online, cpu) })
	return fmt.Sprintf("%s, %d on every CPU, default %s", counted(all, "interrupt"), everywhere,
		cmp.Or(sysfs.FormatList(defaults), "none")), float64(everywhere), nil
}

// coversOnline reports whether a list has every online CPU. It may have others.
func (s source) coversOnline(text string) bool {
	list, err := sysfs.ParseList(text)
	return err == nil && !slices.ContainsFunc(s.online, func(cpu int) bool {
		_, found := slices.BinarySearch(list, cpu)
		return !found
	})
}

// irqBalance looks for the daemon that spreads interrupts over CPUs. Without the
// kernel's own processes in sight, others are hidden as well: the first of them
// has PID 2.
func (s source) irqBalance() (string, error) {
	first, err := s.text("proc/2/comm")
	if missing(err) || err == nil && first != "kthreadd" {
		return "", undetermined("only processes of this PID namespace can be seen")
	}
	if err != nil {
		return "", err
	}
	processes, err := read.Numbers(s.root, "proc")
	if err != nil {
		return "", err
	}
	for _, pid := range processes {
		// Most errors are processes that have ended since.
		if name, _ := s.text(fmt.Sprintf("proc/%d/comm", pid)); name == "irqbalance" {
			return fmt.Sprintf("running (PID %d)", pid), nil
		}
	}
	return "not running", nil
}
