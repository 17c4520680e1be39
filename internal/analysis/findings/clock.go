package findings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

var clockChecks = []check{
	{id: "clocksource", group: record.GroupClock, fact: record.FactClocksource, also: []string{record.FactClocksources},
		unknown: "Which source the clock reads cannot be verified.",
		fine:    "The clock is read without entering the kernel.",
		judge:   clocksource},
	{id: "clock-cost", group: record.GroupClock, from: fromNoise,
		reads:   func(n *record.Noise) record.Reading { return n.Clock },
		unknown: "What reading the clock costs could not be measured.",
		fine:    "Reading the clock is fast.",
		judge:   clockCost},
	{id: "clock-skew", group: record.GroupClock, from: fromNoise,
		reads:   func(n *record.Noise) record.Reading { return n.Skew },
		unknown: "Whether NTP bends the clock could not be measured.",
		fine:    "NTP hardly bends the clock.",
		judge:   clockSkew},
}

// What the vDSO reads without entering the kernel, and what takes a slow device
// or a jump into the hypervisor.
var (
	fastClocks = []string{"tsc", "tsc-early", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "riscv_clocksource"}
	slowClocks = []string{"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"}
)

func clocksource(s subject, f record.Fact) record.Finding {
	switch {
	case slices.Contains(fastClocks, f.Value):
		return record.Finding{}
	case !slices.Contains(slowClocks, f.Value):
		return record.Finding{Severity: record.Info,
			What: "Whether this clock is read without entering the kernel depends on the kernel's version."}
	}
	fix := "Look for the reason that the TSC was given up: sudo dmesg | grep -i -e tsc -e clocksource"
	if available := strings.Fields(s.Fact(record.FactClocksources).Value); slices.Contains(available, "tsc") {
		fix = "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource"
	}
	// One machine took 36 ns with tsc and 723 ns with acpi_pm; see
	// pg_test_timing(1) of PostgreSQL.
	return record.Finding{Severity: record.Serious, Fix: fix,
		What:   "The clock is a slow device: every reading of it is part of what is measured.",
		Effect: "about 1µs for each reading, 20 times as much as with the TSC; jiffies move in steps of milliseconds"}
}

// clockCost grades ns: the TSC takes some 20 to 40, entering the kernel 100 and
// more, a slow device several hundred.
func clockCost(s subject, _ record.Fact) record.Finding {
	ns := s.noise.Clock.Value
	return record.Finding{Severity: grade(ns, 100, 500),
		What:     "Reading the clock is slow: it goes through the kernel, a device or a hypervisor.",
		Evidence: fmt.Sprintf("%s for each reading; %s", unit.Nanoseconds(ns), evidence(s.Fact(record.FactClocksource))),
		Effect:   fmt.Sprintf("%s for each StopTimer and StartTimer, and for each call of time.Now in what is measured", unit.Nanoseconds(2*ns)),
		Fix:      "Do not stop the timer within iterations; see the clock source above."}
}

// The skew in parts per million that is worth knowing, and a warning. The first
// is as far as the kernel lets NTP steer the frequency (MAXFREQ in
// include/linux/timex.h); the second, which only a daemon that slews hard gets
// to, is a tenth of the percent that runs aim at.
const (
	skewInfo    = 500
	skewWarning = 1000
)

func clockSkew(s subject, _ record.Fact) record.Finding {
	ppm := s.noise.Skew.Value
	f := record.Finding{
		What:     "NTP bends the clock: durations come out too long or too short.",
		Evidence: fmt.Sprintf("CLOCK_MONOTONIC runs at %+.1fppm of CLOCK_MONOTONIC_RAW.", ppm),
		Effect:   unit.Percent(math.Abs(ppm)/1e6, 3) + " of every duration",
		Fix:      "Wait until the clock is in step (chronyc tracking, timedatectl timesync-status), or stop the daemon."}
	switch {
	case math.Abs(ppm) >= skewWarning:
		f.Severity = record.Warning
	case math.Abs(ppm) >= skewInfo:
		f.Severity = record.Info
	}
	return f
}
