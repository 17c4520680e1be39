package bill

import "tare/internal/record"

// Alike bills trials that are compared with each other, a round, by the same
// formula: when one of them has no timeline, none has. The formulas do not quite
// agree, so that a variant which loses its timeline more often, because it
// switches threads more often, would differ by that alone. Trials that were read as
// whole processes have a formula of their own, and are left as they are.
func Alike(trials []record.Trial) {
	why, missing := "", false
	for _, t := range trials {
		if t.Accounting == record.ByWindow && t.Timeline.Status != record.Measured {
			why, missing = t.Timeline.Why, true
		}
	}
	if !missing {
		return
	}
	for i := range trials {
		t := &trials[i]
		if t.Accounting == record.ByWindow && t.Timeline.Status == record.Measured {
			t.Timeline = record.Timeline{Status: record.Undetermined, Why: "billed as another trial of its round, which has none: " + why}
			t.Bill = Of(*t)
		}
	}
}
