package tune

import (
	"testing"

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
