package findings

import (
	"fmt"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
)

var noiseChecks = []check{
	{id: "os-noise", group: record.GroupBusy, from: fromNoise,
		reads:   func(n *record.Noise) record.Reading { return n.Lost },
		unknown: "How often a busy thread is interrupted could not be measured.",
		fine:    "A busy thread is hardly ever interrupted.",
		judge:   osNoise},
	{id: "speed-spread", group: record.GroupBusy, from: fromNoise,
		reads:   func(n *record.Noise) record.Reading { return n.Spread },
		unknown: "Whether the CPU keeps its speed could not be measured.",
		fine:    "The CPU keeps its speed.",
		judge:   speedSpread},
	{id: "timer-wakeup", group: record.GroupBusy, from: fromNoise,
		reads: func(n *record.Noise) record.Reading {
			return record.Reading{Status: n.Wakeup.Status, Why: n.Wakeup.Why}
		},
		unknown: "How late timers are could not be measured.",
		fine:    "Timers are on time.",
		judge:   timerWakeup},
	{id: "switch-cost", group: record.GroupBusy, from: fromNoise,
		reads:   func(n *record.Noise) record.Reading { return n.Switch },
		unknown: "What a switch between threads costs could not be measured.",
		fine:    "Switching between threads is fast.",
		judge:   switchCost},
	// What the hypervisor takes without saying so is a gap to a spinning thread.
	{id: "measured-steal", group: record.GroupBusy, from: fromNoise, shown: "os-noise",
		reads:   func(n *record.Noise) record.Reading { return n.Steal },
		unknown: "Whether the hypervisor took CPU time away could not be measured.",
		fine:    "The hypervisor took next to no CPU time away while tare measured.",
		judge:   measuredSteal},
	{id: "measured-throttling", group: record.GroupBusy, from: fromNoise,
		reads:   func(n *record.Noise) record.Reading { return n.Throttled },
		unknown: "Whether a quota throttled tare could not be measured.",
		fine:    "No quota throttled tare while it measured.",
		judge:   measuredThrottling},
}

func osNoise(s subject, _ record.Fact) record.Finding {
	n, fix, knob := s.noise, "Stop other programs.", "shield"
	if rest := others(s); rest != "" {
		fix = fmt.Sprintf("Stop other programs, send interrupts to CPU 0 (%s) and run on the rest: tare run -cpus=%s", interruptsToFirst, rest)
	}
	fix = s.fix(fix)
	if muchThrottled(n) { // a CPU of one's own is no remedy: measured-throttling has the knob that is
		group, _ := tightest(s.Cgroups)
		fix, _ = liftQuota(s, group)
		knob = ""
	}
	return record.Finding{Severity: grade(n.Lost.Value, 0.01, 0.05), Fix: fix, Knob: knob,
		What:     "A busy thread is interrupted, by interrupts, other threads, the hypervisor or a quota.",
		Evidence: fmt.Sprintf("%s of the time lost%s.", unit.Percent(n.Lost.Value, 2), gaps(n)),
		Effect:   share(n.Lost.Value) + " of ns/op; net leaves out what shows as waiting, throttled or stolen, but not interrupts"}
}

// gaps describes how the lost time is spread.
func gaps(n *record.Noise) string {
	text := ""
	if n.Gaps.OK() {
		text = fmt.Sprintf(" in %d gaps, median %s, longest %s", n.Gaps.N, unit.Nanoseconds(n.Gaps.Median), unit.Nanoseconds(n.Gaps.Max))
	}
	var worst record.CPUNoise
	for _, c := range n.PerCPU {
		if c.Lost > worst.Lost {
			worst = c
		}
	}
	if worst.Lost > 0 && len(n.PerCPU) > 1 {
		text += fmt.Sprintf("; most on CPU %d, %s", worst.CPU, unit.Percent(worst.Lost, 2))
	}
	return text
}

// speedSpread grades how the speed moves from millisecond to millisecond. On a
// virtual machine with 16 to 20 %, the means of trials of 100 ms moved by 2 to
// 5 %, a quarter of it: 5 % here is a percent there. At 50 % the slow
// milliseconds are another frequency, or another type of core, and whole trials
// may fall into them.
func speedSpread(s subject, _ record.Fact) record.Finding {
	spread, speed := share(s.noise.Spread.Value), ""
	if h := s.noise.Speed; h.OK() {
		speed = fmt.Sprintf("; all of them take %s to %s a step", unit.Nanoseconds(h.Min), unit.Nanoseconds(h.Max))
	}
	return record.Finding{Severity: grade(s.noise.Spread.Value, 0.05, 0.50), Fix: s.fix(lockFix(s)), Knob: "frequency",
		What:     "The CPU's speed moves from one millisecond to the next.",
		Evidence: fmt.Sprintf("From the fastest to the slowest twentieth of milliseconds: %s%s.", spread, speed),
		Effect:   fmt.Sprintf("up to %s of ns/op for windows of a few ms, less the longer they are", spread)}
}

// timerWakeup grades by how many ns the latest hundredth of timers is late. The
// threads that sleep ask for a slack of 1 ns, so what is late is the machine.
// Quiet virtual machines (KVM, Linux 6.18) have 41 to 98 µs, and leaving C6 takes
// 85 to 200 µs on Intel's processors (drivers/idle/intel_idle.c); a tick, 4 ms at
// 250 Hz, is what a CPU that belongs to somebody else takes.
func timerWakeup(s subject, _ record.Fact) record.Finding {
	h := s.noise.Wakeup
	return record.Finding{Severity: grade(h.P99, 250_000, 4_000_000), Knob: "cpu-latency",
		What: "Timers are late: what sleeps, waits or times out takes longer than it says.",
		Evidence: fmt.Sprintf("Late by %s (median), %s (99 %%) and %s (most) in %d sleeps.",
			unit.Nanoseconds(h.Median), unit.Nanoseconds(h.P99), unit.Nanoseconds(h.Max), h.N),
		Effect: unit.Nanoseconds(h.P99) + " or more for one wake-up in a hundred",
		Fix:    s.fix("Keep idle CPUs from deep sleep: " + lightSleep)}
}

// switchCost grades ns, with a byte through a pipe: a quiet virtual machine takes
// 1 to 3 µs.
func switchCost(s subject, _ record.Fact) record.Finding {
	ns := s.noise.Switch.Value
	return record.Finding{Severity: grade(ns, 5_000, 20_000),
		What:     "Switching between threads is slow: what blocks in system calls, or hands work over between threads, pays for it.",
		Evidence: fmt.Sprintf("%s for each switch, with its write and read on a pipe.", unit.Nanoseconds(ns)),
		Effect:   unit.Nanoseconds(ns) + " for each switch",
		Fix:      "Compare only with results of this machine; on virtual machines, look for nested virtualisation and mitigations."}
}

func measuredSteal(s subject, _ record.Fact) record.Finding {
	stolen, boot := s.noise.Steal.Value, s.Fact(record.FactSteal)
	facts := []record.Fact{s.Fact(record.FactHypervisor), boot}
	if stolen == 0 && !s.bareMetal() && !(boot.OK() && boot.Number > 0) {
		return unverified("No CPU time was stolen as far as reported, but a hypervisor that does not report any looks the same.", facts...)
	}
	return record.Finding{Severity: stealGrade(stolen), Fix: stealFix,
		What:     "The hypervisor took CPU time away while tare measured.",
		Evidence: fmt.Sprintf("%s of the time in %s. %s", share(stolen), unit.Duration(s.noise.Elapsed), evidence(facts...)),
		Effect:   share(stolen) + " of ns/op; net leaves it out"}
}

// measuredThrottling warns of any throttling, for it stops what was measured here
// too; from 5 % of the CPUs' time on it is serious.
func measuredThrottling(s subject, _ record.Fact) record.Finding {
	ns, cpus := s.noise.Throttled.Value, max(1, len(s.noise.CPUs))
	group, _ := tightest(s.Cgroups)
	fix, knob := liftQuota(s, group)
	f := record.Finding{Severity: record.Warning, Fix: fix, Knob: knob,
		What: "A CPU quota throttled tare while it measured.",
		Evidence: fmt.Sprintf("%s, summed over CPUs, in %s on %d CPUs.",
			unit.Nanoseconds(ns), unit.Duration(s.noise.Elapsed), cpus),
		Effect: "stops of up to a period, in all that was measured here too"}
	switch {
	case ns == 0:
		f.Severity = ""
	case muchThrottled(s.noise):
		f.Severity = record.Serious
	}
	return f
}

// muchThrottled reports whether quotas took 5 % of the watched CPUs' time or more.
func muchThrottled(n *record.Noise) bool {
	watched := float64(n.Elapsed/time.Nanosecond) * float64(max(1, len(n.CPUs)))
	return n.Throttled.OK() && n.Throttled.Value > 0 && n.Throttled.Value >= 0.05*watched
}
