package bill

import (
	"strings"
	"testing"

	"tare/internal/record"
)

// Two trials whose counters and timelines disagree: where one of them has no
// timeline, both have to do without.
func TestAlike(t *testing.T) {
	watched := func() record.Trial {
		trial := seen(timeline(900, 1100, 0, 1500, 1), window(2000, 1300, monitored(0, record.Thread{TID: 3, Run: 1300, Wait: 700}), nil))
		trial.Bill = Of(trial)
		return trial
	}
	blind := watched()
	blind.Timeline = record.Timeline{Status: record.Undetermined, Why: "it switches too often"}
	blind.Bill = Of(blind)
	if watched().Bill == blind.Bill {
		t.Fatal("the two formulas agree")
	}
	plain := watched()
	plain.Accounting = record.ByProcess

	trials := []record.Trial{watched(), blind, plain, watched()}
	Alike(trials)
	for _, i := range []int{0, 1, 3} {
		if trials[i].Bill != blind.Bill || trials[i].Timeline.Status != record.Undetermined {
			t.Errorf("trial %d: %+v, timeline %+v", i, trials[i].Bill, trials[i].Timeline)
		}
	}
	if trials[1].Timeline.Why != "it switches too often" || !strings.Contains(trials[0].Timeline.Why, "it switches too often") {
		t.Errorf("why: %q, %q", trials[0].Timeline.Why, trials[1].Timeline.Why)
	}
	if trials[2].Bill != plain.Bill {
		t.Errorf("a trial that is billed by its process: %+v", trials[2].Bill)
	}

	all := []record.Trial{watched(), watched()}
	if Alike(all); all[0].Bill != watched().Bill || all[1].Timeline.Status != record.Measured {
		t.Errorf("with all timelines: %+v", all)
	}
}
