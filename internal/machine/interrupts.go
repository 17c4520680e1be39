package machine

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"

	"tare/internal/read/cgroupfs"
	"tare/internal/read/sysfs"
)

// workqueueCPUs are those that unbound kernel work may run on: see
// Documentation/core-api/workqueue.rst.
func (s source) workqueueCPUs() (string, float64, error) {
	cpus, err := s.mask("sys/devices/virtual/workqueue/cpumask")
	if err != nil {
		return "", 0, err
	}
	return listFact(cpus)
}

// irqAffinity counts the interrupts that may go to every online CPU, and so to
// those that measure. See Documentation/core-api/irq/irq-affinity.rst.
func (s source) irqAffinity() (string, float64, error) {
	if s.onlineErr != nil {
		return "", 0, s.onlineErr
	}
	const dir = "proc/irq"
	mask, err := s.mask(dir + "/default_smp_affinity")
	if err != nil {
		return "", 0, err
	}
	interrupts, err := s.numbered(dir)
	if err != nil {
		return "", 0, err
	}
	online := sysfs.FormatList(s.online)
	all, everywhere := 0, 0
	for _, interrupt := range interrupts {
		list, err := s.text(interrupt + "/smp_affinity_list")
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
	list, err := cgroupfs.ParseList(text)
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
		return "", undetermined("only processes of this container can be seen")
	}
	if err != nil {
		return "", err
	}
	processes, err := s.numbered("proc")
	if err != nil {
		return "", err
	}
	for _, process := range processes {
		// Most errors are processes that have ended since.
		if name, _ := s.text(process + "/comm"); name == "irqbalance" {
			return fmt.Sprintf("running (PID %s)", path.Base(process)), nil
		}
	}
	return "not running", nil
}

// numbered returns the paths of the entries whose names are numbers.
func (s source) numbered(dir string) ([]string, error) {
	paths, err := s.entries(dir, "")
	return slices.DeleteFunc(paths, func(p string) bool {
		_, err := strconv.ParseUint(path.Base(p), 10, 32)
		return err != nil
	}), err
}
