package compare

import (
	"strings"
	"testing"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/record"
)

// version is that of the tare that goes on.
const version = "v0.2.0"

// halfway is a comparison that may go on here.
func halfway() record.Comparison {
	inconclusive := record.Compared{Rounds: 200, Stop: record.StopRounds, Changes: []record.Change{{Variant: 1, Verdict: record.Inconclusive}}}
	return record.Comparison{ID: "c", Started: time.Unix(1, 0), Finished: time.Unix(2, 0), Tare: version, Design: record.Paired,
		Machine: bench.Machine("."), Variants: []record.Variant{{Role: record.Base}, {Role: record.Contender}}, Args: []string{"compare", "-count=9", "HEAD"},
		Plan:        record.ComparisonPlan{Alpha: 0.05, Looks: stats.Looks(200), Kept: stats.Kept},
		Calibration: record.Calibration{OK: true}, Benchmarks: []record.Compared{inconclusive}}
}

func TestResumable(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*record.Comparison)
		want   string
	}{
		{"fine", func(*record.Comparison) {}, ""},
		{"results", func(c *record.Comparison) { c.Design = record.Separate }, "results that were measured before"},
		{"another tare", func(c *record.Comparison) { c.Tare = "v0.1.0" }, "it was measured by tare v0.1.0, and this is " + version},
		{"an older tare", func(c *record.Comparison) { c.Plan.Kept = 0 }, "spent its whole error rate"},
		{"layouts", func(c *record.Comparison) { c.Plan.Layouts, c.Plan.Kept = 8, 0 }, "each layout counts once"},
		{"another CPU", func(c *record.Comparison) { c.Machine.CPUModel = "Z80" }, "Z80"},
		{"more CPUs", func(c *record.Comparison) { c.Machine.CPUs++ }, "it was measured on"},
		{"uncalibrated", func(c *record.Comparison) { c.Calibration.OK = false }, "not calibrated"},
		{"decided", func(c *record.Comparison) { c.Benchmarks[0].Changes[0].Verdict = record.Slower }, "every benchmark has its verdict"},
		{"failed", func(c *record.Comparison) { c.Benchmarks[0].Stop = record.StopFailed }, "every benchmark has its verdict"},
	} {
		cmp := halfway()
		c.change(&cmp)
		err := Resumable(&cmp, version)
		if got := exit.Message(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// What is still being measured must not be taken for killed.
func TestNotWhileItRuns(t *testing.T) {
	c := halfway()
	if c.Owner = owner(); c.Owner == "" {
		t.Skip("this system does not tell processes apart")
	}
	c.Finished = time.Time{}
	if err := Resumable(&c, version); err == nil || !strings.Contains(err.Error(), "is still running it") {
		t.Error(err)
	}
	c.Owner = c.Owner[:strings.LastIndex(c.Owner, "-")] + "-1" // as old as the machine
	if err := Resumable(&c, version); err != nil {
		t.Errorf("its process has ended: %v", err)
	}
}

func TestMost(t *testing.T) {
	for _, c := range []struct {
		rounds, given, want int
	}{
		{200, 0, 450}, {40, 0, 200}, {200, 301, 301}, {200, 200, 0}, {40, 100, 100},
	} {
		cmp := halfway()
		cmp.Benchmarks[0].Rounds = c.rounds
		if got, err := most(cmp, c.given); got != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("after %d rounds, with -max-rounds=%d: %d, %v; want %d", c.rounds, c.given, got, err, c.want)
		}
	}
}

func TestChanged(t *testing.T) {
	is := func() record.Variant {
		return record.Variant{Source: record.Source{GoVersion: "go1.26.0", Revision: "abc", VCSStatus: record.Measured},
			Binaries: map[string]string{"p": "1", "q": "2"}}
	}
	for _, c := range []struct {
		change func(*record.Variant)
		want   string
	}{
		{func(*record.Variant) {}, ""},
		{func(v *record.Variant) { v.Cell.Level, v.Cell.Parent, v.Source.Revision = "cgroup v2", "x", "def" }, ""},
		{func(v *record.Variant) { v.Source.GoVersion = "go1.26.1" }, "built with go1.26.0, and now with go1.26.1"},
		{func(v *record.Variant) { v.Cell.Quota = 0.5 }, "and now under quota 0.5"},
		{func(v *record.Variant) { v.Binaries["q"] = "3" }, "the test binary of q has changed"},
		{func(v *record.Variant) { delete(v.Binaries, "p") }, "the test binary of p has changed"},
		{func(v *record.Variant) { v.Binaries["p"], v.Source.Dirty = "3", true }, "was at abc and is at abc with local changes"},
	} {
		now := is()
		c.change(&now)
		if got := changed(is(), now); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestRecall(t *testing.T) {
	t.Setenv("TARE_TEST_SECRET", "a=b")
	env, err := Recall([]string{"GOGC=50", "TARE_TEST_SECRET=…12345678"})
	if err != nil || env[0] != "GOGC=50" || env[1] != "TARE_TEST_SECRET=a=b" {
		t.Errorf("%q, %v", env, err)
	}
	if _, err := Recall([]string{"TARE_TEST_MISSING=…"}); exit.Status(err) != exit.Usage {
		t.Error(err)
	}
}
