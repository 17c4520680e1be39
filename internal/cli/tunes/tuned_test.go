package tunes

import (
	"strings"
	"testing"

	"tare/internal/cli/tune"
	"tare/internal/engine/exit"
	"tare/internal/record"
)

func TestDescribe(t *testing.T) {
	set := func(knob string, s record.State) record.Setting { return record.Setting{Knob: knob, State: s} }
	for _, c := range []struct {
		settings []record.Setting
		severity record.Severity
		evidence string
		ok       bool
	}{
		{[]record.Setting{set("boost", record.StateSet), set("boost", record.StateSet), set("ksm", record.StateAlready), set("smt", record.StateUnsupported)},
			record.Info, "set: boost; already: ksm; unsupported: smt.", true},
		{[]record.Setting{set("boost", record.StateSet), set("ksm", record.StateFailed)}, record.Warning, "set: boost; failed: ksm.", true},
		{[]record.Setting{set("boost", record.StateDenied), set("ksm", record.StateAlready)}, record.Warning, "already: ksm; denied: boost.", false},
		{[]record.Setting{set("ksm", record.StateAlready)}, record.Info, "already: ksm.", true},
		{[]record.Setting{set("boost", record.StateUnsupported)}, record.Info, "unsupported: boost.", true},
	} {
		f, ok := describe(record.Tuning{Settings: c.settings})
		if f.Severity != c.severity || f.Evidence != c.evidence || ok != c.ok {
			t.Errorf("%+v: %+v, %v", c.settings, f, ok)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		knobs tune.Knobs
		wrong string
	}{
		{knobs: tune.Knobs{Shield: "1"}, wrong: "needs -tune"},
		{knobs: tune.Knobs{Profile: "silent"}, wrong: "no profile"},
		{knobs: tune.Knobs{Profile: "quiet", Shield: "1-"}, wrong: "-shield"},
	} {
		cpus := ""
		if err := Check(&c.knobs, &cpus); exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%+v: %v", c.knobs, err)
		}
	}
	cpus := "2"
	if err := Check(&tune.Knobs{Profile: "quiet", Shield: "1"}, &cpus); err != nil && exit.Status(err) != exit.Broken || cpus != "2" {
		t.Errorf("%v, runs on %s", err, cpus)
	}
}
