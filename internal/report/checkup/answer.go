package checkup

import (
	"cmp"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
)

// answer is one thing a Go program gets, with advice when it should be told
// otherwise: sentences that follow each other.
type answer struct {
	Name, Value string
	Missing     bool   // the value is not known
	Advice      string // "set GOMAXPROCS=2."
	Reason      string
}

// answers says what follows from the limits, for people.
func answers(c record.Capacity) []answer {
	procs := record.Limit{Reading: c.GOMAXPROCS}
	as := []answer{
		newAnswer("CPUs", record.Limit{Reading: c.CPUs}, cpus, "no limit", setBy(c.Limiter)),
		newAnswer("GOMAXPROCS", procs, cpus, "not set", picked(c)).
			advised(procs, c.Recommended, cpus, c.Reason),
		newAnswer("memory", c.Memory, unit.Bytes, "no limit", setBy(c.MemoryLimiter)),
		newAnswer("GOMEMLIMIT", c.GOMEMLIMIT, memoryLimit, "not set", "").
			advised(c.GOMEMLIMIT, c.RecommendedMemory, memoryLimit, c.MemoryReason),
	}
	if c.GOGC != "" {
		as = append(as, answer{Name: "GOGC", Value: c.GOGC})
	}
	return as
}

// newAnswer prints l and where it comes from.
func newAnswer(name string, l record.Limit, format func(float64) string, none, source string) answer {
	switch {
	case !l.OK():
		return answer{Name: name, Value: notKnown(l.Status, l.Why), Missing: true}
	case l.None:
		return answer{Name: name, Value: none}
	}
	return answer{Name: name, Value: format(l.Value) + source}
}

// advised adds what to set instead of is, unless they are printed alike, and why.
func (a answer) advised(is record.Limit, to record.Reading, format func(float64) string, why string) answer {
	a.Reason = why
	switch {
	case !to.OK():
		if why == "" && to.Why != "" {
			a.Reason = "What to set is " + notKnown(to.Status, to.Why)
		}
	case is.Set() && format(is.Value) == format(to.Value):
		a.Advice = "leave it."
	default:
		a.Advice = "set " + a.Name + "=" + format(to.Value) + "."
	}
	switch {
	case a.Advice != "":
		a.Value += ";"
	case a.Reason != "":
		a.Value += "."
	}
	return a
}

// picked says who chose GOMAXPROCS: ", picked by go1.26.1 from the affinity".
func picked(c record.Capacity) string {
	if c.Source == "GOMAXPROCS" {
		return ", from the environment"
	}
	who := cmp.Or(c.GoVersion, "Go") + by(" for a module that says go ", c.Language)
	source := c.Source
	if strings.HasPrefix(source, "quota of ") {
		source = "quota of the own group" // the runtime looks at no other
	}
	return ", picked by " + who + by(" from the ", source)
}

// longName is how much is shown of the names of control groups, which are
// called after hashes.
const longName = 32

// setBy names the limiter "quota of /a/b" by what the ladder calls the group.
func setBy(limiter string) string {
	what, dir, ok := strings.Cut(limiter, " of ")
	if ok {
		limiter = what + " of " + sheet.Shorten(lastPart(dir), longName)
	}
	return by(", set by ", limiter)
}
