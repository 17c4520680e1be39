package runs

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// mixed says that the rounds of s were not all billed by the same formula, and why:
// some have a timeline, and others had too many context switches for one.
func mixed(trials []record.Trial, s record.Summary) string {
	seen, blind, why := 0, 0, ""
	for _, t := range trials {
		switch {
		case t.Benchmark != s.Benchmark || !t.Counts() || t.Accounting != record.ByWindow:
		case t.Timeline.Status == record.Measured:
			seen++
		default:
			blind, why = blind+1, wording.Because(t.Timeline.Status, t.Timeline.Why)
		}
	}
	if seen == 0 || blind == 0 {
		return ""
	}
	return fmt.Sprintf("net of %d of %s comes from sums over the window, that of the others from context switches: %s",
		blind, unit.Plural(seen+blind, "round"), why)
}
