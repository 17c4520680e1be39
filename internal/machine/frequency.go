package machine

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"syscall"

	"tare/internal/record"
)

var frequencyReaders = []reader{
	{record.FactFrequencyDriver, policies("scaling_driver")},
	{record.FactGovernor, policies("scaling_governor")},
	{record.FactFrequencyRange, source.frequencyRange},
	{record.FactEPP, policies("energy_performance_preference")},
	{record.FactBoost, text(source.boost)},
	{record.FactIdleStates, source.idleStates},
	{record.FactCPULatency, source.cpuLatency},
	{record.FactThrottleCounts, source.throttleCounts},
	{record.FactTemperature, source.temperature},
	{record.FactPower, text(source.power)},
}

// policies reads what an attribute of the cpufreq policies is set to.
func policies(attribute string) readFunc {
	return text(func(s source) (string, error) {
		return s.eachPolicy(func(policy string) (string, error) { return s.text(policy + "/" + attribute) })
	})
}

// eachPolicy returns what all policies have in common, or "performance ×4,
// powersave ×4" when they differ. See
// Documentation/admin-guide/pm/cpufreq.rst, "Policy Interface in sysfs".
func (s source) eachPolicy(read func(policy string) (string, error)) (string, error) {
	const dir = cpuDir + "/cpufreq"
	policies, err := s.entries(dir, "policy")
	if err != nil {
		return "", err
	}
	var values []string
	count := make(map[string]int)
	for _, policy := range policies {
		value, err := read(policy)
		if errors.Is(err, syscall.EBUSY) {
			continue // every CPU of the policy is offline
		}
		if err != nil {
			return "", err
		}
		if count[value]++; count[value] == 1 {
			values = append(values, value)
		}
	}
	switch len(values) {
	case 0:
		return "", lack{record.Unsupported, "no driver has registered a policy in /" + dir + ", as in most virtual machines"}
	case 1:
		return values[0], nil
	}
	for i, v := range values {
		values[i] = fmt.Sprintf("%s ×%d", v, count[v])
	}
	return strings.Join(values, ", "), nil
}

// frequencyRange compares what the governor may choose with what the hardware
// can do. The number is that of the policy that is the least fixed.
func (s source) frequencyRange() (string, float64, error) {
	fixed := math.Inf(1)
	value, err := s.eachPolicy(func(policy string) (string, error) {
		var kHz [4]int64
		for i, name := range []string{"scaling_min", "scaling_max", "cpuinfo_min", "cpuinfo_max"} {
			var err error
			if kHz[i], err = s.number(policy + "/" + name + "_freq"); err != nil {
				return "", err
			}
			if kHz[i] <= 0 {
				return "", undetermined("/%s/%s_freq: %d is not a frequency", policy, name, kHz[i])
			}
		}
		fixed = min(fixed, float64(kHz[0])/float64(kHz[1]))
		return fmt.Sprintf("%s–%s of %s–%s", hertz(kHz[0]), hertz(kHz[1]), hertz(kHz[2]), hertz(kHz[3])), nil
	})
	if err != nil {
		return "", 0, err
	}
	return value, fixed, nil
}

// hertz formats kHz as processors are sold: 800MHz, 3.50GHz.
func hertz(kHz int64) string {
	if kHz < 1e6 {
		return fmt.Sprintf("%dMHz", kHz/1e3)
	}
	return fmt.Sprintf("%.2fGHz", float64(kHz)/1e6)
}

// boost reads intel_pstate's switch where there is one, then those of the
// policies, which newer kernels have and which can differ, then the general one
// of cpufreq. no_turbo exists but cannot be read while intel_pstate is loaded
// and another driver is active, so any error leads on.
func (s source) boost() (string, error) {
	if v, err := s.text(cpuDir + "/intel_pstate/no_turbo"); err == nil {
		return boostState(v, "1", "0")
	}
	perPolicy, err := s.eachPolicy(func(policy string) (string, error) {
		v, err := s.text(policy + "/boost")
		if err != nil {
			return "", err
		}
		return boostState(v, "0", "1")
	})
	if err == nil {
		return perPolicy, nil
	}
	v, err := s.text(cpuDir + "/cpufreq/boost")
	if err != nil {
		return "", err
	}
	return boostState(v, "0", "1")
}

func boostState(value, off, on string) (string, error) {
	switch value {
	case off:
		return "off", nil
	case on:
		return "on", nil
	}
	return "", undetermined("%q is neither 0 nor 1", value)
}
