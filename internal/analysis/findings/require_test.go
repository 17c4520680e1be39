package findings

import (
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestJudge(t *testing.T) {
	noise := quietNoise()
	all := Check(quiet(), program(quiet()), &noise)
	change := func(id string, s record.Severity) []record.Finding {
		found := slices.Clone(all)
		found[slices.IndexFunc(found, func(f record.Finding) bool { return f.ID == id })].Severity = s
		return found
	}
	for _, c := range []struct {
		name        string
		found       []record.Finding
		asked       string
		wrong, open string
	}{
		{"nothing asked", change("ksm", record.Serious), "", "", ""},
		{"quiet", all, "quiet", "", ""},
		{"quiet, info", change("ksm", record.Info), "quiet", "", ""},
		{"quiet, warning", change("ksm", record.Warning), "quiet", "ksm", ""},
		{"quiet, serious", change("clocksource", record.Serious), "quiet", "clocksource", ""},
		{"quiet, unverified", change("frequency-boost", record.Unverified), "quiet", "", "frequency-boost"},
		{"quiet, unverified without effect", change("ebpf", record.Unverified), "quiet", "", ""},
		{"ci", all, "ci", "", ""},
		{"ci, warning", change("ksm", record.Warning), "ci", "", ""},
		{"ci, serious", change("os-noise", record.Serious), "ci", "os-noise", ""},
		{"ci, limit", change("gomaxprocs", record.Warning), "ci", "gomaxprocs", ""},
		{"ci, quota", change("cpu-quota", record.Warning), "ci", "cpu-quota", ""},
		{"ci, memory", change("gomemlimit", record.Warning), "ci", "gomemlimit", ""},
		{"ci, unverified", change("hidden-limits", record.Unverified), "ci", "", ""},
		{"one", change("ksm", record.Warning), "frequency-boost", "", ""},
		{"one, info", change("ksm", record.Info), "ksm", "", ""},
		{"one, warning", change("ksm", record.Warning), "ksm", "ksm", ""},
		{"one, unverified", change("ksm", record.Unverified), "ksm", "", "ksm"},
		{"one that only tells, unverified", change("ebpf", record.Unverified), "ebpf", "", "ebpf"},
		{"one, not looked at", Check(quiet(), program(quiet()), nil), "os-noise", "", "os-noise"},
		{"two say the same", change("ksm", record.Warning), "quiet ksm", "ksm", ""},
		{"both", change("gogc", record.Unverified), "ci gogc", "", "gogc"},
		{"found elsewhere", append(change("ksm", record.Passed), record.Finding{ID: "no-cgroup", Severity: record.Unverified}), "quiet", "", "no-cgroup"},
	} {
		got, err := Judge(c.found, strings.Fields(c.asked))
		if err != nil || strings.Join(got.Wrong, " ") != c.wrong || strings.Join(got.Open, " ") != c.open {
			t.Errorf("%s: got %+v, %v; want wrong %q, open %q", c.name, got, err, c.wrong, c.open)
		}
		if got.Passed != (c.wrong+c.open == "") || strings.Join(got.Asked, " ") != c.asked {
			t.Errorf("%s: got %+v", c.name, got)
		}
	}
}

func TestJudgeUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"quite":             `unknown requirement "quite": did you mean quiet`,
		"governer":          "did you mean frequency-governor?",
		"swap":              "did you mean swap-in-use?",
		"clock-scew":        "did you mean clock-skew?",
		"cpu-":              "cpu-quota or cpu-burst",
		"everything":        "try quiet, ci or the ID of a finding",
		"":                  "try quiet, ci",
		"c":                 "try quiet, ci",
		"frequencygovernor": "did you mean frequency-governor",
	} {
		r, err := Judge(nil, []string{"quiet", name})
		if err == nil || !strings.Contains(err.Error(), want) || r.Passed {
			t.Errorf("%q: got %v, %v, want %q", name, r, err, want)
		}
	}
}

func TestPolicies(t *testing.T) {
	for _, name := range Policies() {
		if _, err := Judge(nil, []string{name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCloudMachine is about a virtual machine on which all is well, as far as it
// can tell: what stays open is what can move results there.
func TestCloudMachine(t *testing.T) {
	m := with(quiet(), record.FactHypervisor, "KVM", 0)
	m.CPUModel = "Intel(R) Xeon(R) Platinum 8488C"
	for _, name := range []string{record.FactHybrid, record.FactGovernor, record.FactBoost, record.FactFrequencyRange, record.FactIdleStates,
		record.FactThrottleCounts, record.FactPower, record.FactPressureCPU, record.FactPressureMemory, record.FactPressureIO} {
		m = without(m, name)
	}
	settings := "frequency-governor frequency-boost frequency-range"
	for _, c := range []struct {
		model string
		steal float64
		noise bool
		want  string
	}{
		{m.CPUModel, 0.001, true, "smt-siblings " + settings},
		{m.CPUModel, 0, true, "smt-siblings " + settings + " hypervisor-steal"},
		{"12th Gen Intel(R) Core(TM) i7-12700H", 0.001, true, "smt-siblings hybrid-cores " + settings},
		{m.CPUModel, 0.001, false, "smt-siblings " + settings + " idle-states thermal-throttling on-battery cpu-pressure" +
			" clock-cost clock-skew busy-neighbours os-noise speed-spread timer-wakeup switch-cost measured-steal measured-throttling"},
	} {
		m := with(m, record.FactSteal, "as read", c.steal)
		m.CPUModel = c.model
		var noise *record.Noise
		if n := quietNoise(); c.noise {
			noise = &n
		}
		r, err := Judge(Check(m, program(m), noise), []string{"quiet"})
		if got := strings.Join(r.Open, " "); err != nil || got != c.want || len(r.Wrong) > 0 {
			t.Errorf("%+v: got %+v, %v", c, r, err)
		}
	}
}
