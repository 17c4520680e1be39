package knobs

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"tare/internal/machine/tuning"
)

// TestRangeNeverEmpty locks random ranges to random frequencies: after every
// step, forwards and backwards, the lower end is not above the upper one.
func TestRangeNeverEmpty(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const lowest, highest = 800, 4000
	for range 2000 {
		low := lowest + r.IntN(highest-lowest)
		high := low + r.IntN(highest-low)
		target := lowest + r.IntN(highest-lowest)
		f := kernel()
		f.cpus(1, "off")
		f.policy(0, files{"scaling_governor": "x", "cpuinfo_min_freq": "800000", "cpuinfo_max_freq": "4000000",
			"scaling_min_freq": strconv.Itoa(low * 1000), "scaling_max_freq": strconv.Itoa(high * 1000)})
		plan, err := frequency(f.root(), tuning.Wishes{Frequency: strconv.Itoa(target) + "MHz"})
		if err != nil || len(plan) != 2 {
			t.Fatal(plan, err)
		}
		first, second := key(t, plan[0].Key), key(t, plan[1].Key)
		for _, moved := range []string{first, second} { // the same state lies between the steps both ways
			now := map[string]int{"min": low, "max": high}
			now[first] = target
			if moved == second {
				now[second] = target
			}
			if now["min"] > now["max"] {
				t.Fatalf("%d-%d to %d: %s first makes it %v", low, high, target, first, now)
			}
		}
	}
}

// key returns which end of a range a key stands for.
func key(t *testing.T, key string) string {
	t.Helper()
	_, end, ok := strings.Cut(key, "policy0/scaling_")
	end, ok2 := strings.CutSuffix(end, "_freq")
	if !ok || !ok2 {
		t.Fatalf("unexpected key %s", key)
	}
	return end
}

// TestTarget looks for the steady frequency in every place that has it.
func TestTarget(t *testing.T) {
	const nominal, model = cpuDir + "/cpu0/acpi_cppc/nominal_freq", "proc/cpuinfo"
	for _, c := range []struct {
		name   string
		policy files
		more   files
		wish   string
		want   string // kHz, or part of the error
	}{
		{name: "unknown", want: "4000000"},
		{name: "base", policy: files{"base_frequency": "2400000"}, want: "2400000"},
		{name: "base above a lowered end", policy: files{"base_frequency": "4800000"}, want: "4000000"},
		{name: "table", policy: files{"scaling_available_frequencies": "1500000 3000000 1000000 "}, want: "3000000"},
		{name: "firmware", more: files{nominal: "3301"}, want: "3301000"},
		{name: "firmware that does not know", more: files{nominal: "0"}, want: "4000000"},
		{name: "model", more: files{model: "processor : 0\nmodel name : Intel(R) Core(TM) i7-4600U CPU @ 2.10GHz"}, want: "2100000"},
		{name: "model without", more: files{model: "processor : 0\nmodel name : AMD EPYC 7B13"}, want: "4000000"},
		{name: "wish", wish: "2.4GHz", want: "2400000"},
		{name: "wish in MHz", wish: "2400 mhz", want: "2400000"},
		{name: "share", policy: files{"base_frequency": "2400000"}, wish: "75%", want: "1800000"},
		{name: "wish between two of a table", policy: files{"scaling_available_frequencies": "3000000 1500000 1000000"}, wish: "2GHz", want: "1500000"},
		{name: "needs boost", policy: files{"base_frequency": "2400000"}, wish: "3GHz", want: "3GHz is out of reach"},
		{name: "too slow", wish: "5%", want: "without boost it has 0.8GHz to 4GHz"},
		{name: "nonsense", wish: "fast", want: "write one such as 2.4GHz"},
		{name: "nonsense share", wish: "x%", want: "write one such as 80%"},
		{name: "more than all", wish: "120%", want: "write one such as 80%"},
		{name: "nonsense table", policy: files{"scaling_available_frequencies": "fast"}, want: `"fast" is not a frequency`},
	} {
		f := kernel().with(c.more)
		f.cpus(1, "off")
		f.policy(0, files{"scaling_governor": "x", "cpuinfo_min_freq": "800000", "cpuinfo_max_freq": "4000000",
			"scaling_min_freq": "800000", "scaling_max_freq": "4000000"}.with(c.policy))
		plan, err := frequency(f.root(), tuning.Wishes{Frequency: c.wish})
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v", c.name, err)
		case err == nil && (plan[0].Value != c.want || plan[1].Value != c.want):
			t.Errorf("%s: %+v", c.name, plan)
		}
	}
}

// TestPolicies reads those that have an online CPU, in the order of the CPUs.
func TestPolicies(t *testing.T) {
	f := kernel()
	f.cpus(12, "off")
	f[onlineFile] = "0-7,10"
	for _, cpu := range []int{0, 2, 10} {
		f.policy(cpu, files{"scaling_governor": "performance", "scaling_available_governors": "performance powersave", "boost": "1"})
	}
	f.policy(8, files{"scaling_driver": "x"}) // both of its CPUs are offline
	plan, err := governor(f.root(), tuning.Wishes{})
	if err != nil || len(plan) != 3 || !strings.Contains(plan[1].Key, "policy2/") || !strings.Contains(plan[2].Key, "policy10/") {
		t.Errorf("%v, %v", plan, err)
	}
	if plan, err := boost(f.root(), tuning.Wishes{}); err != nil || len(plan) != 3 {
		t.Errorf("boost by policy: %v, %v", plan, err)
	}
	f.policy(2, files{"scaling_available_governors": "powersave"})
	if plan, err := governor(f.root(), tuning.Wishes{}); class(err) != "unsupported" {
		t.Errorf("without the governor: %v, %v", plan, err)
	}
	f.policy(4, files{"scaling_driver": "x"}) // online, and yet there is nothing to read
	if plan, err := governor(f.root(), tuning.Wishes{}); err == nil {
		t.Errorf("with a policy that does not answer: %v", plan)
	}
}

func FuzzWish(f *testing.F) {
	for _, s := range []string{"", "2.4GHz", "80%", "1e3mhz", "-1%", "NaN%", "0xp-1kHz", "%", "GHz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		const steady = 3_000_000
		kHz, err := parseWish(s, steady)
		if err == nil && (kHz < 0 || kHz >= 1e9 || strings.HasSuffix(s, "%") && kHz > steady) {
			t.Errorf("%q is %d kHz", s, kHz)
		}
	})
}
