package findings

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tare/internal/record"
)

var frequencyChecks = []check{{
	id: "frequency-governor", group: record.GroupFrequency,
	needs:   []string{record.FactGovernor},
	unknown: "The frequency governor is not known: the CPU may slow down and speed up during a run.",
	judge:   governor,
}, {
	id: "frequency-boost", group: record.GroupFrequency,
	needs:   []string{record.FactBoost},
	unknown: "Whether the CPU boosts its frequency while it is cool cannot be verified.",
	judge:   boost,
}, {
	id: "frequency-range", group: record.GroupFrequency,
	needs:   []string{record.FactFrequencyRange},
	unknown: "How far the CPU frequency may move cannot be verified.",
	judge:   frequencyRange,
}, {
	id: "idle-states", group: record.GroupFrequency,
	needs:   []string{record.FactIdleStates},
	unknown: "How deep idle CPUs sleep cannot be verified.",
	judge:   idleStates,
}, {
	id: "thermal-throttling", group: record.GroupFrequency,
	needs:   []string{record.FactThrottleCounts},
	unknown: "Whether the CPU gets too hot to keep its frequency cannot be verified.",
	judge:   thermalThrottling,
}, {
	id: "on-battery", group: record.GroupFrequency,
	judge: onBattery,
}}

func governor(s subject) record.Finding {
	facts := s.named(record.FactGovernor, record.FactFrequencyDriver, record.FactEPP)
	switch {
	case s.is(record.FactGovernor, "performance"):
		return passed("The governor asks for the highest frequency all the time.", facts...)
	case locked(s):
		return passed("The governor has no choice: lowest and highest frequency are the same.",
			s.named(record.FactGovernor, record.FactFrequencyRange)...)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "The governor lets the CPU slow down and speed up during a run.",
		Evidence: evidence(facts...),
		Effect:   rangeEffect(s),
		Knob:     "governor",
	}
}

// lockedFrom is the ratio of lowest to highest frequency from which on the range
// counts as one frequency: drivers round what is written to steps of up to
// 25 MHz, and a percent is what runs aim at.
const lockedFrom = 0.99

func locked(s subject) bool {
	f := s.Fact(record.FactFrequencyRange)
	return f.OK() && f.Number >= lockedFrom
}

// rangeEffect is by how much ns/op may move within the frequency range, for code
// that does not wait for memory.
func rangeEffect(s subject) string {
	f := s.Fact(record.FactFrequencyRange)
	if !f.OK() || !(f.Number > 0) {
		return "up to the ratio of the highest to the lowest frequency, which is not known here"
	}
	return fmt.Sprintf("up to %.1f× ns/op, the highest frequency by the lowest that may be chosen", 1/f.Number)
}

func boost(s subject) record.Finding {
	f := s.Fact(record.FactBoost)
	if f.Value == "off" {
		return passed("The CPU does not boost its frequency.", f)
	}
	effect := "up to the ratio of boost to base frequency, which is not known here"
	if base, top, ok := boostRange(s); ok {
		effect = fmt.Sprintf("up to %.1f× ns/op, boost frequency by base frequency (%.2f by %.2fGHz)", top/base, top/1e9, base/1e9)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "The CPU boosts its frequency while it is cool and few cores are busy, and stops when that ends.",
		Evidence: evidence(f),
		Effect:   effect,
		Knob:     "boost",
	}
}

// boostRange returns the base frequency that Intel writes into the model's name
// and the highest one that the driver knows, in Hz.
func boostRange(s subject) (base, top float64, ok bool) {
	named := frequencies(s.CPUModel)
	ranged := frequencies(s.Fact(record.FactFrequencyRange).Value)
	if len(named) == 0 || len(ranged) == 0 {
		return 0, 0, false
	}
	base, top = named[len(named)-1], ranged[len(ranged)-1]
	return base, top, top > base && base > 0
}

var frequency = regexp.MustCompile(`([0-9.]+)([MG])Hz`)

// frequencies returns those that a text mentions, in Hz.
func frequencies(text string) []float64 {
	var found []float64
	for _, m := range frequency.FindAllStringSubmatch(text, -1) {
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			continue
		}
		found = append(found, v*map[string]float64{"M": 1e6, "G": 1e9}[m[2]])
	}
	return found
}

func frequencyRange(s subject) record.Finding {
	f := s.Fact(record.FactFrequencyRange)
	if locked(s) {
		return passed("The CPU frequency is locked.", f)
	}
	found := record.Finding{
		Severity: record.Warning,
		What:     "The CPU frequency may move within a range.",
		Evidence: evidence(f),
		Effect:   rangeEffect(s),
		Knob:     "frequency",
	}
	if s.is(record.FactGovernor, "performance") {
		found.Severity = record.Info
		found.What = "The CPU frequency may move within a range, of which the governor asks for the top."
	}
	return found
}

// deepSleep is the exit latency in ns from which on waking a CPU shows: the
// 10 µs that intel_idle gives for C1E on most CPUs, several times what a
// context switch takes.
const deepSleep = 10_000

func idleStates(s subject) record.Finding {
	f, limit := s.Fact(record.FactIdleStates), s.Fact(record.FactCPULatency)
	facts := s.named(record.FactIdleStates, record.FactCPULatency)
	switch {
	case f.Number < deepSleep:
		return passed("Idle CPUs sleep so lightly that waking them does not show.", facts...)
	case limit.OK() && limit.Value != "none" && limit.Number < deepSleep:
		return passed("Somebody keeps idle CPUs from deep sleep.", facts...)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "Idle CPUs sleep deeply: what waits for a timer, the network or another goroutine also waits for a CPU to wake.",
		Evidence: evidence(facts...),
		Effect:   fmt.Sprintf("up to %s for each wake-up of an idle CPU", time.Duration(f.Number).Round(time.Microsecond)),
		Knob:     "cpu-latency",
	}
}

func thermalThrottling(s subject) record.Finding {
	facts := s.named(record.FactThrottleCounts, record.FactTemperature)
	if s.Fact(record.FactThrottleCounts).Number == 0 {
		return passed("The CPU has not been too hot since boot.", facts...)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "The CPU was too hot since boot and slowed itself down; a long run may make it do so again.",
		Evidence: evidence(facts...),
		Effect:   rangeEffect(s),
		Fix:      "Cool it, and lock a frequency that it can keep: sudo tare tune -only=frequency",
		Knob:     "frequency",
	}
}

func onBattery(s subject) record.Finding {
	f := s.Fact(record.FactPower)
	switch {
	case f.OK() && strings.HasPrefix(f.Value, "battery"):
		return record.Finding{
			Severity: record.Warning,
			What:     "The machine runs on its battery: firmware and power daemons hold the CPU back.",
			Evidence: evidence(f),
			Effect:   rangeEffect(s),
			Fix:      "Plug the machine in.",
		}
	case f.OK():
		return passed("The machine does not run on a battery.", f)
	case f.Status == record.Unsupported && s.bareMetal():
		return passed("The machine has no battery.", f)
	}
	return unverified("Whether the machine runs on a battery cannot be verified.", f)
}
