package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"tare/internal/machine/tuning"
	"tare/internal/read"
)

// watchdogs switches the two watchdogs off that there may be, one by one: the
// switch for both would on its way back switch on what was off.
func watchdogs(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	return present(root, "the kernel was built without lockup watchdogs",
		set("proc/sys/kernel/nmi_watchdog", "0"), set("proc/sys/kernel/soft_watchdog", "0"))
}

// present returns those of the steps whose files there are. An error, if there
// are none, is about the first.
func present(root fs.FS, lack string, wanted ...tuning.Step) ([]tuning.Step, error) {
	var plan []tuning.Step
	var first error
	for _, s := range wanted {
		name := strings.TrimPrefix(s.Key, fileKey(""))
		err := read.Stat(root, name)
		switch {
		case err == nil:
			plan = append(plan, s)
		case first == nil:
			first = explain(name, lack, err)
		}
	}
	if len(plan) == 0 {
		return nil, first
	}
	return plan, nil
}

// scheduler wants the values of tuned's profile latency-performance. The slices
// are those that the kernel chooses for eight CPUs and more. From 6.6 on there
// is one slice; before 5.13 all were sysctls.
func scheduler(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	const sysctl, debugfs = "proc/sys/kernel/sched_", "sys/kernel/debug/sched/"
	tunables := func(prefix string) []tuning.Step {
		return []tuning.Step{
			set(prefix+"base_slice_ns", "3000000"),
			set(prefix+"min_granularity_ns", "3000000"),
			set(prefix+"wakeup_granularity_ns", "4000000"),
			set(prefix+"migration_cost_ns", "5000000"),
		}
	}
	if plan, err := present(root, "", tunables(sysctl)...); err == nil {
		return plan, nil
	}
	return present(root, "the scheduler's settings cannot be seen, perhaps because debugfs is not mounted", tunables(debugfs)...)
}

// perfRate limits profilers that start to 100 samples a second. The kernel takes
// no rate when it was told not to watch what sampling costs: see
// perf_event_max_sample_rate_handler in its kernel/events/core.c. It also lowers
// the limit by itself.
func perfRate(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	const share = "proc/sys/kernel/perf_cpu_time_max_percent"
	plan, err := atMost(100, "proc/sys/kernel/perf_event_max_sample_rate", "the kernel was built without perf events")(root, w)
	if err != nil {
		return nil, err
	}
	percent, err := number(root, share, "")
	switch {
	case errors.Is(err, fs.ErrNotExist): // before Linux 3.11
		return plan, nil
	case err != nil:
		return nil, err
	case percent == 0 || percent == 100:
		return nil, fmt.Errorf("the kernel takes no sampling rate while /%s is %d: try after setting it to 25", share, percent)
	}
	return plan, nil
}

// statInterval is what tuning guides for real-time systems advise; see also
// Documentation/admin-guide/kernel-per-CPU-kthreads.rst on vmstat.
func statInterval(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	const name = "proc/sys/vm/stat_interval"
	n, err := number(root, name, "the kernel keeps no such statistics")
	if err != nil {
		return nil, err
	}
	return []tuning.Step{set(name, strconv.Itoa(max(n, 120)))}, nil
}
