package explainpage

import (
	"tare/internal/record"
	"tare/internal/report/wording"
)

// cause is a reason why the interval took as long as it did.
type cause struct {
	record.Cause
	look
	Time, Part, Known string
	Of                string // what Part is a share of
}

func newCauses(e record.Explanation) []cause {
	var all []cause
	for _, c := range e.Causes {
		all = append(all, cause{Cause: c, look: lookOf(c.Item), Time: wording.Ns(c.Ns), Part: wording.Share(c.Share, 0), Known: sure(c.Sure), Of: wording.View(c.View)})
	}
	return all
}
