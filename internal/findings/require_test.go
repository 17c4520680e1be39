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
		"frequencygovernor": "did you mean frequency-governor?",
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
	if len(Policies()) != len(policies) {
		t.Errorf("%v are not all", Policies())
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"kitten", "sitting", 3}, {"quite", "quiet", 2}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
