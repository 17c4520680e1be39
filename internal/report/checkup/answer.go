package checkup

import (
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/unit"
)

// answer is one thing a Go program gets, with advice when it should be told
// otherwise.
type answer struct {
	Name, Value string
	Missing     bool   // the value is not known
	Advice      string // "set GOMAXPROCS=2"; empty when there is nothing to set
	Reason      string
}

// answers says what follows from the limits, for people.
func answers(c record.Capacity) []answer {
	as := []answer{cpuAnswer(c), procsAnswer(c), memoryAnswer(c), memoryLimitAnswer(c)}
	if c.GOGC != "" {
		as = append(as, answer{Name: "GOGC", Value: c.GOGC})
	}
	return as
}

// sentences returns a without its name: the value, what to do, and why.
func (a answer) sentences() (value, advice, reason string) {
	value, advice = a.Value, a.Advice
	switch {
	case advice != "":
		value, advice = value+";", advice+"."
	case a.Reason != "":
		value += "."
	}
	return value, advice, a.Reason
}

func (a answer) spans() []sheet.Span {
	value, advice, reason := a.sentences()
	style := sheet.Plain
	if a.Missing {
		style = sheet.Yellow
	}
	return []sheet.Span{style.Of(value), sheet.Bold.Of(advice), sheet.Plain.Of(reason)}
}

func cpuAnswer(c record.Capacity) answer {
	a := answer{Name: "CPUs", Value: notKnown(c.CPUs.Status, c.CPUs.Why), Missing: !c.CPUs.OK()}
	if c.CPUs.OK() {
		a.Value = whole(c.CPUs.Value) + by(", set by ", brief(c.Limiter))
	}
	return a
}

func procsAnswer(c record.Capacity) answer {
	p := c.GOMAXPROCS
	a := answer{Name: "GOMAXPROCS", Value: notKnown(p.Status, p.Why), Missing: !p.OK(), Reason: c.Reason}
	if p.OK() {
		a.Value = whole(p.Value) + picked(c)
	}
	switch rec := c.Recommended; {
	case !rec.OK():
		if c.Reason == "" && rec.Why != "" {
			a.Reason = "what to set is " + notKnown(rec.Status, rec.Why)
		}
	case !p.OK() || p.Value != rec.Value:
		a.Advice = "set GOMAXPROCS=" + whole(rec.Value)
	default:
		a.Advice = "leave it"
	}
	return a
}

// picked says who chose GOMAXPROCS: ", picked by go1.26.1 from the affinity".
func picked(c record.Capacity) string {
	if c.Source == "GOMAXPROCS" {
		return ", from the environment"
	}
	who := "Go"
	if c.GoVersion != "" {
		who = c.GoVersion
	}
	if c.Language != "" {
		who += " for a module that says go " + c.Language
	}
	source := c.Source
	if strings.HasPrefix(source, "quota of ") {
		source = "quota of the own group" // the runtime looks at no other
	}
	return ", picked by " + who + by(" from the ", source)
}

func memoryAnswer(c record.Capacity) answer {
	a := answer{Name: "memory", Value: notKnown(c.Memory.Status, c.Memory.Why), Missing: !c.Memory.OK()}
	switch {
	case c.Memory.Set():
		a.Value = unit.Bytes(c.Memory.Value) + by(", set by ", brief(c.MemoryLimiter))
	case c.Memory.OK():
		a.Value = "no limit"
	}
	return a
}

func memoryLimitAnswer(c record.Capacity) answer {
	l := c.GOMEMLIMIT
	a := answer{Name: "GOMEMLIMIT", Value: notKnown(l.Status, l.Why), Missing: !l.OK(), Reason: c.MemoryReason}
	switch {
	case l.Set():
		a.Value = memoryLimit(l.Value)
	case l.OK():
		a.Value = "not set"
	}
	switch rec := c.RecommendedMemory; {
	case !rec.OK():
		if c.MemoryReason == "" && rec.Why != "" {
			a.Reason = "what to set is " + notKnown(rec.Status, rec.Why)
		}
	case !l.Set() || memoryLimit(l.Value) != memoryLimit(rec.Value):
		a.Advice = "set GOMEMLIMIT=" + memoryLimit(rec.Value)
	default:
		a.Advice = "leave it"
	}
	return a
}

// brief shortens the path in "quota of /a/b" to its last part, by which the
// ladder calls the group.
func brief(limiter string) string {
	what, dir, ok := strings.Cut(limiter, " of ")
	if !ok {
		return limiter
	}
	return what + " of " + sheet.Shorten(lastPart(dir), longName)
}

// by is text behind words that introduce it, or nothing.
func by(words, text string) string {
	if text == "" {
		return ""
	}
	return words + text
}
