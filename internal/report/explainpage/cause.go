package explainpage

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// cause is a reason why the interval took as long as it did.
type cause struct {
	record.Cause
	look
	Time, Part, Known string
	Of                string // what Part is a share of
}

// causes are all of them: template "causes".
type causes struct {
	First, Others []cause
	More          string // what the page has no room for
}

// firstCauses is how many are shown at first sight: what follows them is to be in
// sight, too.
const firstCauses = 4

func newCauses(e record.Explanation) causes {
	var all []cause
	for _, c := range e.Causes {
		all = append(all, cause{Cause: c, look: lookOf(c.Item), Time: wording.Ns(c.Ns), Part: wording.Share(c.Share, 0), Known: sure(c.Sure), Of: wording.View(c.View)})
	}
	if len(all) <= firstCauses+1 {
		return causes{First: all}
	}
	cs := causes{First: all[:firstCauses], Others: all[firstCauses:]}
	if n := len(all) - mostCauses; n > 0 {
		cs.Others, cs.More = cs.Others[:mostCauses-firstCauses], fmt.Sprintf("One page has no room for %s with smaller shares: -json lists all.", unit.Plural(n, "cause"))
	}
	return cs
}
