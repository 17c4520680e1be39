package machine_test

import (
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"tare/internal/machine"
	"tare/internal/record"
)

const cpufreq = cpus + "cpufreq/"

// policy returns the files of one cpufreq policy, given as "name=value".
func policy(n int, attributes map[string]string) map[string]string {
	files := make(map[string]string)
	for name, value := range attributes {
		files[fmt.Sprintf("%spolicy%d/%s", cpufreq, n, name)] = value + "\n"
	}
	return files
}

// steps returns the frequencies of a policy, in kHz.
func steps(low, high, slowest, fastest string) map[string]string {
	return map[string]string{"scaling_min_freq": low, "scaling_max_freq": high,
		"cpuinfo_min_freq": slowest, "cpuinfo_max_freq": fastest}
}

func TestFrequencyRange(t *testing.T) {
	open, fixed := steps("800000", "3500000", "800000", "4200000"), steps("3000000", "3000000", "800000", "4200000")
	checkReadings(t, "amd64", []reading{
		{name: "one range", fact: record.FactFrequencyRange, files: with(policy(0, open), policy(1, open)),
			value: "800MHz–3.50GHz of 800MHz–4.20GHz", number: 0.8 / 3.5},
		{name: "fixed", fact: record.FactFrequencyRange, files: policy(0, fixed),
			value: "3.00GHz–3.00GHz of 800MHz–4.20GHz", number: 1},
		{name: "two ranges", fact: record.FactFrequencyRange, files: with(policy(0, fixed), policy(1, open)),
			value: "3.00GHz–3.00GHz of 800MHz–4.20GHz ×1, 800MHz–3.50GHz of 800MHz–4.20GHz ×1", number: 0.8 / 3.5},
		{name: "zero", fact: record.FactFrequencyRange, files: policy(0, steps("0", "0", "0", "0")),
			why: "policy0/scaling_min_freq: 0 is not a frequency"},
		{name: "damaged", fact: record.FactFrequencyRange, files: policy(0, steps("fast", "1", "1", "1")),
			why: "policy0/scaling_min_freq: \"fast\" is not a number"},
		{name: "no driver", fact: record.FactFrequencyRange, files: map[string]string{cpufreq + "other": ""},
			status: record.Unsupported, why: "no driver has registered a policy"},
		{name: "no cpufreq", fact: record.FactFrequencyRange, files: map[string]string{cpus + "online": "0\n"},
			status: record.Unsupported, why: "cpu/cpufreq: "},
	})
}

func TestPolicies(t *testing.T) {
	checkReadings(t, "amd64", []reading{
		{name: "driver", fact: record.FactFrequencyDriver, files: policy(0, map[string]string{"scaling_driver": "intel_pstate"}),
			value: "intel_pstate"},
		{name: "governors", fact: record.FactGovernor, files: with(
			policy(0, map[string]string{"scaling_governor": "performance"}),
			policy(1, map[string]string{"scaling_governor": "powersave"}),
			policy(2, map[string]string{"scaling_governor": "powersave"})),
			value: "performance ×1, powersave ×2"},
		{name: "preference", fact: record.FactEPP, files: policy(0, map[string]string{"energy_performance_preference": "balance_performance"}),
			value: "balance_performance"},
		{name: "no preference", fact: record.FactEPP, files: policy(0, map[string]string{"scaling_driver": "acpi-cpufreq"}),
			status: record.Unsupported, why: "policy0/energy_performance_preference: "},
	})
}

// TestPolicyOffline reads a policy whose CPUs are all offline: the kernel
// refuses it.
func TestPolicyOffline(t *testing.T) {
	files := with(policy(0, steps("1000000", "2000000", "1000000", "2000000")), policy(1, steps("1000000", "1000000", "1000000", "1000000")))
	root := failing{tree(files), func(name string) error {
		if name == cpufreq+"policy0/scaling_min_freq" {
			return syscall.EBUSY
		}
		return nil
	}}
	f := machine.Read(root, machine.Options{GOOS: "linux"}).Fact(record.FactFrequencyRange)
	if f.Value != "1.00GHz–1.00GHz of 1.00GHz–1.00GHz" || f.Number != 1 {
		t.Errorf("got %+v", f)
	}
}

func TestBoost(t *testing.T) {
	noTurbo, general := cpus+"intel_pstate/no_turbo", cpufreq+"boost"
	on, off := map[string]string{"boost": "1"}, map[string]string{"boost": "0"}
	checkReadings(t, "amd64", []reading{
		{name: "no_turbo off", fact: record.FactBoost, files: map[string]string{noTurbo: "0\n"}, value: "on"},
		{name: "no_turbo on", fact: record.FactBoost, files: map[string]string{noTurbo: "1\n", general: "1\n"}, value: "off"},
		{name: "general", fact: record.FactBoost, files: map[string]string{general: "0\n"}, value: "off"},
		{name: "policies", fact: record.FactBoost, files: with(policy(0, off), policy(1, off), map[string]string{general: "1\n"}), value: "off"},
		{name: "policies that differ", fact: record.FactBoost, files: with(policy(0, on), policy(1, off), map[string]string{general: "1\n"}), value: "on ×1, off ×1"},
		{name: "unclear", fact: record.FactBoost, files: map[string]string{general: "?\n"}, why: "\"?\" is neither 0 nor 1"},
		{name: "none", fact: record.FactBoost, files: policy(0, map[string]string{"scaling_driver": "x"}),
			status: record.Unsupported, why: "cpufreq/boost: "},
	})
	// Loaded, but another driver is active.
	root := failing{tree(map[string]string{noTurbo: "0\n", general: "0\n"}), func(name string) error {
		if name == noTurbo {
			return syscall.EAGAIN
		}
		return nil
	}}
	if f := machine.Read(root, machine.Options{GOOS: "linux"}).Fact(record.FactBoost); f.Value != "off" {
		t.Errorf("got %+v", f)
	}
	denied := failing{tree(map[string]string{general: "0\n"}), func(string) error { return fs.ErrPermission }}
	if f := machine.Read(denied, machine.Options{GOOS: "linux"}).Fact(record.FactBoost); f.Status != record.Denied {
		t.Errorf("got %+v, want denied", f)
	}
}
