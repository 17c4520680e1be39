package bill

import "tare/internal/record"

// Alike bills trials that are compared with each other, a round, by the same
// formula: when one of them has no timeline, none has. The formulas do not quite
// agree, so that a variant which loses its timeline more often, because it
// switches threads more often, would differ by that alone. Trials that were read as
// whole processes have a formula of their own, and are left as they are.
func Alike(trials []record.Trial) {
	why, missing := "", false
	for i := range trials {
		for _, l := range timelines(&trials[i]) {
			if l.Status != record.Measured {
				why, missing = l.Why, true
			}
		}
	}
	if !missing {
		return
	}
	without := record.Timeline{Status: record.Undetermined, Why: "billed like another trial of its round, which has no timeline: " + why}
	for i := range trials {
		for _, l := range timelines(&trials[i]) {
			if l.Status == record.Measured {
				*l = without
				trials[i].Bill = Of(trials[i])
			}
		}
	}
}

// timelines are those of the trial's windows, none when it was read as a whole
// process.
func timelines(t *record.Trial) []*record.Timeline {
	switch {
	case t.Accounting != record.ByWindow:
		return nil
	case t.Lead != nil:
		return []*record.Timeline{&t.Timeline, &t.Lead.Timeline}
	}
	return []*record.Timeline{&t.Timeline}
}
