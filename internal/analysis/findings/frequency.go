package findings

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"tare/internal/record"
)

var frequencyChecks = []check{
	{id: "frequency-governor", group: record.GroupFrequency,
		fact: record.FactGovernor, also: []string{record.FactFrequencyDriver, record.FactEPP},
		unknown: "The frequency governor is not known: the CPU may slow down and speed up during a run.",
		fine:    "The governor asks for the highest frequency all the time.",
		judge:   governor},
	{id: "frequency-boost", group: record.GroupFrequency, fact: record.FactBoost,
		unknown: "Whether the CPU boosts its frequency while it is cool cannot be verified.",
		fine:    "The CPU does not boost its frequency.",
		judge:   boost},
	{id: "frequency-range", group: record.GroupFrequency, fact: record.FactFrequencyRange,
		unknown: "How far the CPU frequency may move cannot be verified.",
		fine:    "The CPU frequency is locked.",
		judge:   frequencyRange},
	{id: "idle-states", group: record.GroupFrequency, shown: "timer-wakeup",
		fact: record.FactIdleStates, also: []string{record.FactCPULatency},
		unknown: "How deep idle CPUs sleep cannot be verified.",
		fine:    "Idle CPUs sleep so lightly that waking them does not show.",
		judge:   idleStates},
	// Heat lowers the frequency, and that is what moves results. Only Intel's
	// processors count how often, and no virtual machine sees it.
	{id: "thermal-throttling", group: record.GroupFrequency, shown: "speed-spread",
		fact: record.FactThrottleCounts, also: []string{record.FactTemperature},
		unknown: "Whether the CPU gets too hot to keep its frequency cannot be verified.",
		fine:    "The CPU has not been too hot since boot.",
		judge: unless(atMost(0), record.Finding{Severity: record.Warning, Knob: "frequency",
			What:   "The CPU has been too hot since boot and slowed itself down; a long run may make it do so again.",
			Effect: "a lower frequency for as long as it is too hot",
			Fix:    "Cool it better, or lock a frequency that it can keep."})},
	// So does a battery, which a laptop does not show to its virtual machines.
	{id: "on-battery", group: record.GroupFrequency, shown: "speed-spread",
		unknown: "Whether the machine runs on a battery cannot be verified.",
		fine:    "The machine does not run on a battery.",
		judge:   onBattery},
}

func governor(s subject, f record.Fact) record.Finding {
	switch {
	case f.Value == "performance":
		return record.Finding{}
	case locked(s):
		return passed("The governor has no choice: lowest and highest frequency are the same.", f, s.Fact(record.FactFrequencyRange))
	}
	return record.Finding{Severity: record.Warning, Knob: "governor",
		What:   "The governor lets the CPU slow down and speed up during a run.",
		Effect: rangeRatio(s) + " ns/op until the CPU has sped up",
		Fix:    "echo performance | sudo tee /sys/devices/system/cpu/cpufreq/policy*/scaling_governor"}
}

// locked reports whether lowest and highest frequency are one: drivers round what
// is written to them, and a percent is what runs aim at.
func locked(s subject) bool {
	f := s.Fact(record.FactFrequencyRange)
	return f.OK() && f.Number >= 0.99
}

// rangeRatio is by how much the speed may move within the frequency range, of
// code that does not wait for memory.
func rangeRatio(s subject) string {
	f := s.Fact(record.FactFrequencyRange)
	if !f.OK() || !(f.Number > 0) {
		return "several times the"
	}
	return fmt.Sprintf("up to %.1f×", 1/f.Number)
}

func boost(s subject, f record.Fact) record.Finding {
	effect := "up to the ratio of boost to base frequency, which is not known here"
	if base, top := baseFrequency(s), lastFrequency(s.Fact(record.FactFrequencyRange).Value); 0 < base && base < top {
		effect = fmt.Sprintf("up to %.1f× ns/op, boost frequency by base frequency (%.2f by %.2fGHz)", top/base, top/1e9, base/1e9)
	}
	fix := "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"
	if begins("intel")(s.Fact(record.FactFrequencyDriver)) { // intel_pstate, or intel_cpufreq as its passive mode is called
		fix = "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
	}
	return unless(is("off"), record.Finding{Severity: record.Warning, Effect: effect, Fix: fix, Knob: "boost",
		What: "The CPU boosts its frequency while it is cool and few cores are busy, and stops when that ends."})(s, f)
}

// lockFix returns how to lock the frequency by hand.
func lockFix(s subject) string {
	if base := baseFrequency(s); base > 0 {
		return fmt.Sprintf("echo %.0f | sudo tee /sys/devices/system/cpu/cpufreq/policy*/scaling_{max,min}_freq", base/1e3)
	}
	return "Write one frequency in kHz, such as the base frequency, to scaling_max_freq and scaling_min_freq in /sys/devices/system/cpu/cpufreq/policy*."
}

// baseFrequency returns the frequency in Hz that Intel writes into the model's
// name, 0 if there is none.
func baseFrequency(s subject) float64 { return lastFrequency(s.CPUModel) }

var frequency = regexp.MustCompile(`([0-9.]+)([MG])Hz`)

// lastFrequency returns the last frequency that a text mentions, in Hz, or 0.
func lastFrequency(text string) (hz float64) {
	for _, m := range frequency.FindAllStringSubmatch(text, -1) {
		if v, err := strconv.ParseFloat(m[1], 64); err == nil {
			hz = v * map[string]float64{"M": 1e6, "G": 1e9}[m[2]]
		}
	}
	return hz
}

func frequencyRange(s subject, _ record.Fact) record.Finding {
	found := record.Finding{Severity: record.Warning, Knob: "frequency",
		What:   "The CPU frequency may move within a range.",
		Effect: rangeRatio(s) + " ns/op, the highest frequency by the lowest that may be chosen",
		Fix:    lockFix(s)}
	switch {
	case locked(s):
		return record.Finding{}
	case s.is(record.FactGovernor, "performance"):
		found.Severity = record.Info
		found.What = "The CPU frequency may move within a range, of which the governor asks for the top."
	}
	return found
}

// deepSleep is the exit latency in ns from which on waking a CPU shows: that of
// C1E on most of Intel's processors (drivers/idle/intel_idle.c), several times
// what a context switch takes. lightSleep forbids states that have it.
const (
	deepSleep  = 10_000
	lightSleep = "sudo cpupower idle-set -D 10"
)

func idleStates(s subject, f record.Fact) record.Finding {
	limit := s.Fact(record.FactCPULatency)
	switch {
	case f.Number < deepSleep:
		return record.Finding{}
	case limit.OK() && limit.Value != "none" && limit.Number < deepSleep:
		return passed("Somebody keeps idle CPUs from deep sleep.", f, limit)
	}
	return record.Finding{Severity: record.Warning, Knob: "cpu-latency", Fix: lightSleep,
		What:   "Idle CPUs sleep deeply: what waits for a timer, the network or another goroutine also waits for a CPU to wake.",
		Effect: fmt.Sprintf("up to %s for each wake-up of an idle CPU", time.Duration(f.Number).Round(time.Microsecond))}
}

func onBattery(s subject, _ record.Fact) record.Finding {
	f := s.Fact(record.FactPower)
	switch {
	case begins("battery")(f):
		return record.Finding{Severity: record.Warning, Evidence: evidence(f),
			What:   "The machine runs on its battery: firmware and power daemons hold the CPU back.",
			Effect: "a lower frequency than on mains",
			Fix:    "Plug the machine in."}
	case f.OK():
		return passed("", f)
	case f.Status == record.Unsupported && s.bareMetal():
		return passed("The machine has no battery.", f)
	}
	return unverified("", f)
}
