package findings

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/unit"
)

var noiseChecks = []check{{
	id: "load", group: record.GroupBusy,
	needs:   []string{record.FactLoad},
	unknown: "Whether other programs keep the CPUs busy cannot be verified.",
	judge:   load,
}, {
	id: "busy-neighbours", group: record.GroupBusy,
	needs:   []string{record.FactNeighbours},
	unknown: "Which programs keep the CPUs busy cannot be verified.",
	judge:   neighbours,
}, {
	id: "cpu-pressure", group: record.GroupBusy,
	needs:   []string{record.FactPressureCPU},
	unknown: "Whether tasks wait for CPUs cannot be verified.",
	judge:   func(s subject) record.Finding { return pressure(s, record.FactPressureCPU, "CPUs") },
}, {
	id: "io-pressure", group: record.GroupBusy,
	needs:   []string{record.FactPressureIO},
	unknown: "Whether tasks wait for disks cannot be verified.",
	judge:   func(s subject) record.Finding { return pressure(s, record.FactPressureIO, "disks") },
},
	{id: "os-noise", group: record.GroupBusy, from: fromNoise, judge: osNoise},
	{id: "speed-spread", group: record.GroupBusy, from: fromNoise, judge: speedSpread},
	{id: "timer-wakeup", group: record.GroupBusy, from: fromNoise, judge: timerWakeup},
	{id: "switch-cost", group: record.GroupBusy, from: fromNoise, judge: switchCost},
	{id: "measured-steal", group: record.GroupBusy, from: fromNoise, judge: measuredSteal},
	{id: "measured-throttling", group: record.GroupBusy, from: fromNoise, judge: measuredThrottling},
}

// The load of the last minute per CPU that is a warning, and serious: from one
// on, something always waits.
const (
	loadWarning = 0.5
	loadSerious = 1
)

func load(s subject) record.Finding {
	f := s.Fact(record.FactLoad)
	if s.CPUs == 0 {
		return unverified("Whether other programs keep the CPUs busy cannot be verified.", s.named(record.FactLoad, record.FactCPUs)...)
	}
	perCPU := f.Number / float64(s.CPUs)
	if perCPU <= loadWarning {
		return passed("The CPUs were not busy in the last minute.", f)
	}
	found := record.Finding{
		Severity: record.Warning,
		What:     "Programs kept the CPUs busy in the last minute.",
		Evidence: fmt.Sprintf("%s: %s; %.2f for each of %d CPUs.", f.Name, f.Value, perCPU, s.CPUs),
		Effect:   fmt.Sprintf("up to %.1f× ns/op, when a benchmark thread shares a CPU with as much load", 1+perCPU),
		Fix:      "Find them with `top` and stop them, or wait until they are done.",
	}
	if perCPU > loadSerious {
		found.Severity = record.Serious
	}
	return found
}

// The CPU time of other programs that is a warning, in CPUs, and serious, as a
// share of all CPUs. A tenth of a CPU is a percent of ten.
const (
	neighboursWarning = 0.1
	neighboursSerious = 0.5
)

func neighbours(s subject) record.Finding {
	f := s.Fact(record.FactNeighbours)
	if f.Number < neighboursWarning {
		return passed("No other program keeps a CPU busy.", f)
	}
	found := record.Finding{
		Severity: record.Warning,
		What:     "Other programs keep CPUs busy.",
		Evidence: evidence(f),
		Effect:   fmt.Sprintf("%.1f CPUs' worth of time, memory bandwidth and shared caches", f.Number),
		Fix:      "Stop them" + pids(s.Neighbours) + ", or keep them off some CPUs: sudo tare tune -only=shield",
		Knob:     "shield",
	}
	if s.CPUs > 0 && f.Number >= neighboursSerious*float64(s.CPUs) {
		found.Severity = record.Serious
	}
	return found
}

// pids lists whom to stop.
func pids(processes []record.Process) string {
	if len(processes) == 0 {
		return ""
	}
	var list []string
	for _, p := range processes {
		list = append(list, fmt.Sprintf("%s is %d", p.Name, p.PID))
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// The share of a spinning thread's time that it does not run which is a warning,
// and serious.
const (
	lostWarning = 0.01
	lostSerious = 0.05
)

func osNoise(s subject) record.Finding {
	n := s.noise
	if !n.Lost.OK() {
		return unmeasured("How often a busy thread is interrupted could not be measured.", n.Lost.Why)
	}
	f := record.Finding{
		Severity: grade(n.Lost.Value, lostWarning, lostSerious),
		What:     "A busy thread is hardly ever interrupted.",
		Evidence: fmt.Sprintf("%s of the time lost%s.", unit.Percent(n.Lost.Value, 2), gaps(n)),
	}
	if f.Severity != record.Passed {
		f.What = "A busy thread is interrupted, by interrupts, other threads, the hypervisor or a quota."
		f.Effect = share(n.Lost.Value) + " of ns/op"
		f.Fix = "Stop other programs, and keep interrupts and the rest off some CPUs: sudo tare tune -only=shield"
		f.Knob = "shield"
	}
	return f
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

// The spread of the CPU's speed within a second that is a warning, and serious:
// twice what a run aims at, and what no interleaving of trials evens out.
const (
	spreadWarning = 0.02
	spreadSerious = 0.10
)

func speedSpread(s subject) record.Finding {
	n := s.noise
	if !n.Spread.OK() {
		return unmeasured("Whether the CPU keeps its speed could not be measured.", n.Spread.Why)
	}
	f := record.Finding{
		Severity: grade(n.Spread.Value, spreadWarning, spreadSerious),
		What:     "The CPU keeps its speed.",
		Evidence: fmt.Sprintf("From the fastest to the slowest twentieth of milliseconds: %s%s.", share(n.Spread.Value), speeds(n.Speed)),
	}
	if f.Severity != record.Passed {
		f.What = "The CPU's speed moves from one millisecond to the next."
		f.Effect = share(n.Spread.Value) + " of ns/op between trials"
		f.Fix = "Lock the frequency: sudo tare tune -only=frequency"
		f.Knob = "frequency"
	}
	return f
}

func speeds(h record.Histogram) string {
	if !h.OK() {
		return ""
	}
	return fmt.Sprintf(" (%s to %s a step)", unit.Nanoseconds(h.Min), unit.Nanoseconds(h.Max))
}

// How late in ns the latest hundredth of timers may be. Linux lets timers slip by
// 50 µs to begin with (PR_SET_TIMERSLACK), and leaving a deep idle state takes
// up to 200 µs more; a tick, 4 ms at 250 Hz, is what a CPU that belongs to
// somebody else takes.
const (
	wakeupWarning = 250_000
	wakeupSerious = 4_000_000
)

func timerWakeup(s subject) record.Finding {
	h := s.noise.Wakeup
	if !h.OK() {
		return unmeasured("How late timers are could not be measured.", h.Why)
	}
	f := record.Finding{
		Severity: grade(h.P99, wakeupWarning, wakeupSerious),
		What:     "Timers are on time.",
		Evidence: fmt.Sprintf("Late by %s (median), %s (99 %%) and %s (most) in %d sleeps.",
			unit.Nanoseconds(h.Median), unit.Nanoseconds(h.P99), unit.Nanoseconds(h.Max), h.N),
	}
	if f.Severity != record.Passed {
		f.What = "Timers are late: what sleeps, waits or times out takes longer than it says."
		f.Effect = "up to " + unit.Nanoseconds(h.P99) + " for one wake-up in a hundred"
		f.Fix = "Keep idle CPUs from deep sleep: sudo tare tune -only=cpu-latency"
		f.Knob = "cpu-latency"
	}
	return f
}

// The cost in ns of a switch between threads, with a byte through a pipe, that is
// a warning, and serious. A quiet virtual machine takes 1 to 3 µs.
const (
	switchWarning = 5_000
	switchSerious = 20_000
)

func switchCost(s subject) record.Finding {
	r := s.noise.Switch
	if !r.OK() {
		return unmeasured("What a switch between threads costs could not be measured.", r.Why)
	}
	f := record.Finding{
		Severity: grade(r.Value, switchWarning, switchSerious),
		What:     "Switching between threads is fast.",
		Evidence: fmt.Sprintf("%s for each switch, with its write and read on a pipe.", unit.Nanoseconds(r.Value)),
	}
	if f.Severity != record.Passed {
		f.What = "Switching between threads is slow: what blocks in system calls, or hands work over between threads, pays for it."
		f.Effect = unit.Nanoseconds(r.Value) + " for each switch"
		f.Fix = "Compare only with results of this machine; on virtual machines, look for nested virtualisation and mitigations."
	}
	return f
}

func measuredSteal(s subject) record.Finding {
	r := s.noise.Steal
	boot := s.Fact(record.FactSteal)
	facts := evidence(s.Fact(record.FactHypervisor), boot)
	switch {
	case !r.OK():
		return unmeasured("Whether the hypervisor took CPU time away could not be measured.", r.Why)
	case r.Value == 0 && !s.bareMetal() && !(boot.OK() && boot.Number > 0):
		return record.Finding{Severity: record.Unverified, Evidence: facts,
			What: "No CPU time was stolen as far as reported, but a hypervisor that does not report any looks the same."}
	}
	f := record.Finding{
		Severity: grade(r.Value, stealWarning, stealSerious),
		What:     "The hypervisor took next to no CPU time away while tare measured.",
		Evidence: fmt.Sprintf("%s of the time in %s. %s", share(r.Value), unit.Duration(s.noise.Elapsed), facts),
	}
	if f.Severity != record.Passed {
		f.What = "The hypervisor took CPU time away while tare measured."
		f.Effect = share(r.Value) + " of ns/op"
		f.Fix = stealFix
	}
	return f
}

// throttlingSerious is the share of the CPUs' time that a quota took while tare
// measured from which on it is serious.
const throttlingSerious = 0.05

func measuredThrottling(s subject) record.Finding {
	r, cpus := s.noise.Throttled, max(1, len(s.noise.CPUs))
	switch {
	case !r.OK():
		return unmeasured("Whether a quota held tare back could not be measured.", r.Why)
	case r.Value == 0:
		return record.Finding{Severity: record.Passed, What: "No quota held tare back while it measured.",
			Evidence: fmt.Sprintf("0ns in %s.", unit.Duration(s.noise.Elapsed))}
	}
	f := record.Finding{
		Severity: record.Warning,
		What:     "A CPU quota held tare back while it measured.",
		Evidence: fmt.Sprintf("%s, summed over CPUs, in %s on %d CPUs.", unit.Nanoseconds(r.Value), unit.Duration(s.noise.Elapsed), cpus),
		Effect:   "stops of up to a period, in all that was measured here too",
	}
	if r.Value >= throttlingSerious*float64(s.noise.Elapsed)/float64(time.Nanosecond)*float64(cpus) {
		f.Severity = record.Serious
	}
	f.Fix, f.Knob = liftQuota(s)
	return f
}
