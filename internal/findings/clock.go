package findings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

var clockChecks = []check{{
	id: "clocksource", group: record.GroupClock,
	needs:   []string{record.FactClocksource},
	unknown: "What the clock reads cannot be verified.",
	judge:   clocksource,
}, {
	id: "clock-cost", group: record.GroupClock, from: fromNoise,
	judge: clockCost,
}, {
	id: "clock-skew", group: record.GroupClock, from: fromNoise,
	judge: clockSkew,
}}

// What the vDSO reads without entering the kernel, and what takes a slow device
// or a jump into the hypervisor.
var (
	fastClocks = []string{"tsc", "tsc-early", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "riscv_clocksource"}
	slowClocks = []string{"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"}
)

func clocksource(s subject) record.Finding {
	f := s.Fact(record.FactClocksource)
	facts := s.named(record.FactClocksource, record.FactClocksources)
	switch {
	case slices.Contains(fastClocks, f.Value):
		return passed("The clock is read without entering the kernel.", facts...)
	case !slices.Contains(slowClocks, f.Value):
		return record.Finding{
			Severity: record.Info,
			What:     "Whether this clock is read without entering the kernel depends on the kernel's version.",
			Evidence: evidence(facts...),
		}
	}
	found := record.Finding{
		Severity: record.Serious,
		What:     "The clock is a slow device: every reading of it is part of what is measured.",
		Evidence: evidence(facts...),
		// Red Hat Enterprise Linux for Real Time, Reference Guide, 15.2: ten
		// million readings took 0.57 s with tsc, 12.3 s with hpet and 25.5 s
		// with acpi_pm.
		Effect: "1 to 3µs for each reading, 20 to 45 times as much as the TSC takes; jiffies move in steps of milliseconds",
		Fix:    "Look for the reason that the TSC was given up: sudo dmesg | grep -i -e tsc -e clocksource",
	}
	if available := strings.Fields(s.Fact(record.FactClocksources).Value); slices.Contains(available, "tsc") {
		found.Fix = "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource"
	}
	return found
}

// The cost of reading the clock in ns that is a warning, and serious: the TSC
// takes 20 to 60, a system call some 100 or more, a slow device 1000.
const (
	clockWarning = 100
	clockSerious = 500
)

func clockCost(s subject) record.Finding {
	r := s.noise.Clock
	if !r.OK() {
		return unmeasured("What reading the clock costs could not be measured.", r.Why)
	}
	f := record.Finding{
		Severity: grade(r.Value, clockWarning, clockSerious),
		What:     "Reading the clock is fast.",
		Evidence: fmt.Sprintf("%s for each reading; %s", unit.Nanoseconds(r.Value), evidence(s.Fact(record.FactClocksource))),
	}
	if f.Severity != record.Passed {
		f.What = "Reading the clock is slow: it goes through the kernel, a device or a hypervisor."
		f.Effect = fmt.Sprintf("%s for each StopTimer and StartTimer, and for each call of time.Now in what is measured", unit.Nanoseconds(2*r.Value))
		f.Fix = "Do not stop the timer within iterations; see the clock source above."
	}
	return f
}

// The skew in parts per million that is worth knowing, and a warning. The first
// is as far as the kernel lets NTP steer the frequency (MAXFREQ in
// include/linux/timex.h); the second, which only a daemon that slews hard gets
// to, is a tenth of the percent that runs aim at.
const (
	skewInfo    = 500
	skewWarning = 1000
)

func clockSkew(s subject) record.Finding {
	r := s.noise.Skew
	if !r.OK() {
		return unmeasured("Whether NTP bends the clock could not be measured.", r.Why)
	}
	ppm := math.Abs(r.Value)
	f := record.Finding{
		Severity: record.Passed,
		What:     "NTP hardly bends the clock.",
		Evidence: fmt.Sprintf("CLOCK_MONOTONIC runs at %+.1fppm of CLOCK_MONOTONIC_RAW.", r.Value),
	}
	switch {
	case ppm < skewInfo:
		return f
	case ppm < skewWarning:
		f.Severity = record.Info
	default:
		f.Severity = record.Warning
	}
	f.What = "NTP bends the clock: durations come out too long or too short."
	f.Effect = fmt.Sprintf("%.3f %% of every duration", ppm/1e4)
	f.Fix = "Wait until the clock is in step (chronyc tracking, timedatectl timesync-status), or stop the daemon."
	return f
}
