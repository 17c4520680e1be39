package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"tare/internal/machine/tuning"
	"tare/internal/read"
	"tare/internal/read/procfs"
)

// governor wants the performance governor for every policy. With it, hardware
// that chooses its own frequencies prefers high ones: the driver sets the energy
// preference, and amd-pstate does not set it back. Setting it first puts it into
// the journal.
func governor(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	const wanted = "performance"
	all, err := policies(root)
	if err != nil {
		return nil, err
	}
	var plan []tuning.Step
	for _, p := range all {
		offered, err := text(root, p.file("scaling_available_governors"), "the frequency driver lists no governors")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil && !slices.Contains(strings.Fields(offered), wanted) {
			return nil, unsupported("the frequency driver offers the governors %s only, in /%s", offered, p.dir)
		}
		if p.has("energy_performance_preference") {
			plan = append(plan, set(p.file("energy_performance_preference"), wanted))
		}
		plan = append(plan, set(p.file("scaling_governor"), wanted))
	}
	return plan, nil
}

// boost switches boost off: with intel_pstate's own switch; policy by policy,
// where the driver can, since the switch for all would on its way back switch on
// what was off for one; or for all. Choosing a governor may switch it on.
func boost(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	const turbo, general = cpuDir + "/intel_pstate/no_turbo", policyDir + "/boost"
	if _, err := fs.ReadFile(root, turbo); err == nil {
		return []tuning.Step{{Key: fileKey(turbo), Value: "1", Also: []string{"0"}}}, nil
	}
	all, err := policies(root)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(all, func(p policy) bool { return !p.has("boost") }) {
		var plan []tuning.Step
		for _, p := range all {
			plan = append(plan, tuning.Step{Key: fileKey(p.file("boost")), Value: "0", Also: []string{"1"}})
		}
		return plan, nil
	}
	if _, err := text(root, general, "the frequency driver has no switch for boost"); err != nil {
		return nil, err
	}
	return []tuning.Step{{Key: fileKey(general), Value: "0", Also: []string{"1"}}}, nil
}

// frequency locks every policy to the wished frequency.
func frequency(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	all, err := policies(root)
	if err != nil {
		return nil, err
	}
	var plan []tuning.Step
	for _, p := range all {
		s, err := p.lock(w.Frequency)
		if err != nil {
			return nil, err
		}
		plan = append(plan, s...)
	}
	return plan, nil
}

// lock returns the steps that make the ends of the policy's range one. The end
// that moves outwards goes first, so that the range is never empty. Switching
// boost off can lower the upper end to the steady frequency.
func (p policy) lock(wish string) ([]tuning.Step, error) {
	steady, err := p.steady()
	if err != nil {
		return nil, err
	}
	target, err := p.target(wish, steady)
	if err != nil {
		return nil, err
	}
	low, err := p.kHz("scaling_min_freq")
	if err != nil {
		return nil, err
	}
	if _, err := p.kHz("scaling_max_freq"); err != nil {
		return nil, err
	}
	lower := set(p.file("scaling_min_freq"), strconv.Itoa(target))
	upper := set(p.file("scaling_max_freq"), strconv.Itoa(target))
	if target < steady {
		upper.Also = []string{strconv.Itoa(steady)}
	}
	if target < low {
		return []tuning.Step{lower, upper}, nil
	}
	return []tuning.Step{upper, lower}, nil
}

// steady returns the highest frequency in kHz that the policy's CPUs have
// without boost, as far as the machine tells: intel_pstate's base_frequency
// (with HWP), the driver's table, the firmware's nominal_freq in MHz, or the
// model name of older Intel processors.
func (p policy) steady() (int, error) {
	highest, err := p.kHz("cpuinfo_max_freq")
	if err != nil {
		return 0, err
	}
	if base, err := p.kHz("base_frequency"); err == nil && base > 0 {
		return min(base, highest), nil
	}
	table, err := p.available()
	if err != nil {
		return 0, err
	}
	if len(table) > 0 {
		return min(table[len(table)-1], highest), nil
	}
	if mhz, err := number(p.root, fmt.Sprintf("%s/cpu%d/acpi_cppc/nominal_freq", cpuDir, p.cpu), ""); err == nil && mhz > 0 {
		return min(mhz*1000, highest), nil
	}
	if kHz, ok := named(p.root); ok {
		return min(kHz, highest), nil
	}
	return highest, nil
}

// named returns the frequency in an Intel model name: "… CPU @ 2.60GHz".
func named(root fs.FS) (kHz int, ok bool) {
	info, err := read.Parse(root, "proc/cpuinfo", procfs.ParseCPUInfo)
	if err != nil {
		return 0, false
	}
	_, frequency, found := strings.Cut(info.Name(), " @ ")
	kHz, err = parseFrequency(frequency)
	return kHz, found && err == nil
}

// target returns the frequency in kHz that a wish amounts to for the policy:
// one that the driver offers, and that the CPUs can hold.
func (p policy) target(wish string, steady int) (int, error) {
	kHz, err := parseWish(wish, steady)
	if err != nil {
		return 0, err
	}
	lowest, err := p.kHz("cpuinfo_min_freq")
	if err != nil {
		return 0, err
	}
	if kHz < lowest || kHz > steady {
		return 0, fmt.Errorf("%s is out of reach for /%s: without boost it has %s to %s",
			formatFrequency(kHz), p.dir, formatFrequency(lowest), formatFrequency(steady))
	}
	table, err := p.available()
	if err != nil {
		return 0, err
	}
	for _, offered := range slices.Backward(table) {
		if offered <= kHz {
			return offered, nil
		}
	}
	return kHz, nil
}

// parseWish returns the frequency in kHz that is wished for: "2.4GHz", "80%" of
// the steady one, or that itself.
func parseWish(wish string, steady int) (int, error) {
	if wish == "" {
		return steady, nil
	}
	percent, ok := strings.CutSuffix(wish, "%")
	if !ok {
		return parseFrequency(wish)
	}
	share, err := strconv.ParseFloat(percent, 64)
	if err != nil || !(share > 0 && share <= 100) {
		return 0, fmt.Errorf("%q is not a share of the frequency: write one such as 80%%", wish)
	}
	return int(math.Round(float64(steady) * share / 100)), nil
}

// parseFrequency parses "2.4GHz" or "800MHz" into kHz.
func parseFrequency(s string) (int, error) {
	for unit, kHz := range map[string]float64{"ghz": 1e6, "mhz": 1e3, "khz": 1} {
		number, ok := strings.CutSuffix(strings.ToLower(s), unit)
		if !ok {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err == nil && value > 0 && value*kHz < 1e9 {
			return int(math.Round(value * kHz)), nil
		}
	}
	return 0, fmt.Errorf("%q is not a frequency: write one such as 2.4GHz", s)
}

func formatFrequency(kHz int) string {
	return strconv.FormatFloat(float64(kHz)/1e6, 'f', -1, 64) + "GHz"
}
