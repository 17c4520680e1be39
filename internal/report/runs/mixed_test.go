package runs

import (
	"strings"
	"testing"

	"tare/internal/record"
)

func TestMixedAccountingIsSaid(t *testing.T) {
	run := quietRun()
	s := run.Summaries[0]
	trials := func(statuses ...record.Status) (ts []record.Trial) {
		for _, status := range statuses {
			ts = append(ts, record.Trial{Benchmark: s.Benchmark, Outcome: record.OK, Accounting: record.ByWindow,
				Timeline: record.Timeline{Status: status, Why: "too many switches"}})
		}
		return ts
	}
	for _, ts := range [][]record.Trial{nil, trials(record.Measured, record.Measured), trials(record.Undetermined, record.Undetermined)} {
		if text := mixed(ts, s); text != "" {
			t.Errorf("%d trials, all billed alike: %q", len(ts), text)
		}
	}
	run.Trials = trials(record.Measured, record.Undetermined, record.Measured)
	found := false
	for _, c := range notes(run, run.Trials, s) {
		found = found || strings.HasPrefix(c.Text, "net of 1 of 3 rounds comes from sums") && strings.Contains(c.Text, "too many switches")
	}
	if !found {
		t.Errorf("not said: %+v", notes(run, run.Trials, s))
	}
	run.Trials[1].Polluted = []string{"steal"}
	if text := mixed(run.Trials, s); text != "" {
		t.Errorf("a trial that does not count: %q", text)
	}
}
