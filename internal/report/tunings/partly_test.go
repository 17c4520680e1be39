package tunings

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/text"
)

// TestPartlySet checks that a knob of which only some settings change says which, and
// shows as one that changes.
func TestPartlySet(t *testing.T) {
	plan := record.Tuning{DryRun: true, Knobs: []record.Knob{{ID: "watchdogs", What: "Lockup watchdogs"}}, Settings: []record.Setting{
		{Knob: "watchdogs", Key: "file:/proc/sys/kernel/nmi_watchdog", Before: "0", Wanted: "0", State: record.StateAlready},
		{Knob: "watchdogs", Key: "file:/proc/sys/kernel/soft_watchdog", Before: "1", Wanted: "0", State: record.StatePlanned},
	}}
	var got strings.Builder
	if err := text.Write(&got, report(plan), text.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"+ watchdogs  Lockup watchdogs\n", " = 0 already /proc/sys/kernel/nmi_watchdog\n", " + 1 → 0 /proc/sys/kernel/soft_watchdog\n"} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("%q is missing from\n%s", want, got.String())
		}
	}
}
