package machines

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// gets says what a Go program gets, and what to tell it.
func gets(c record.Capacity) model.Facts {
	procs := record.Limit{Reading: c.GOMAXPROCS}
	var g model.Group
	add := func(name string, v value, more ...string) {
		mood := model.Plain
		if v.missing {
			mood = model.Warn
		}
		g.Facts = append(g.Facts, model.Fact{Name: name, Value: model.Joined(model.Lit(mood, v.text), model.Lit(model.Strong, v.advice))})
		if text := strings.Join(more, " "); strings.TrimSpace(text) != "" {
			g.Facts = append(g.Facts, model.Fact{Detail: model.Verbose, Value: model.Lit(model.Quiet, strings.TrimSpace(text))})
		}
	}
	add("CPUs", said(record.Limit{Reading: c.CPUs}, cpus, "no limit", setBy(c.Limiter)))
	add("GOMAXPROCS", said(procs, cpus, "not set", source(c)).advised("GOMAXPROCS", procs, c.Recommended, cpus),
		picker(c), why(c.Recommended, c.Reason))
	add("memory", said(c.Memory, unit.Bytes, "no limit", setBy(c.MemoryLimiter)))
	add("GOMEMLIMIT", said(c.GOMEMLIMIT, memoryLimit, "not set", "").advised("GOMEMLIMIT", c.GOMEMLIMIT, c.RecommendedMemory, memoryLimit),
		why(c.RecommendedMemory, c.MemoryReason))
	if c.GOGC != "" {
		g.Facts = append(g.Facts, model.Fact{Detail: model.Verbose, Name: "GOGC", Value: model.Lit(model.Plain, c.GOGC)})
	}
	return model.Facts{Open: true, Title: "What a Go program gets here", Groups: []model.Group{g}}
}

// value is what there is of something, with advice when it should be otherwise.
type value struct {
	text    string
	missing bool
	advice  string
}

// said prints l and where it comes from.
func said(l record.Limit, format func(float64) string, none, source string) value {
	switch {
	case !l.OK():
		return value{text: notKnown(l.Status, l.Why), missing: true}
	case l.None:
		return value{text: none}
	}
	return value{text: format(l.Value) + source}
}

// advised adds what to set instead of is, unless the two are printed alike.
func (v value) advised(name string, is record.Limit, to record.Reading, format func(float64) string) value {
	switch {
	case !to.OK():
	case is.Set() && format(is.Value) == format(to.Value):
		v.text += ", as recommended"
	default:
		v.text += "; "
		v.advice = "set " + name + "=" + format(to.Value)
	}
	return v
}

// why is the reason for a recommendation, or for its absence.
func why(to record.Reading, reason string) string {
	if reason == "" && !to.OK() && to.Why != "" {
		return "What to set is " + notKnown(to.Status, to.Why) + "."
	}
	return reason
}

// source says what GOMAXPROCS comes from.
func source(c record.Capacity) string {
	switch {
	case c.Source == "GOMAXPROCS":
		return ", from the environment"
	case strings.HasPrefix(c.Source, "quota of "):
		return ", from the quota of the own group" // the runtime looks at no other
	}
	return by(", from the ", c.Source)
}

// picker says who chose GOMAXPROCS, unless it was the environment.
func picker(c record.Capacity) string {
	if c.Source == "GOMAXPROCS" || !c.GOMAXPROCS.OK() {
		return ""
	}
	return fmt.Sprintf("%s picks it%s.", cmp.Or(c.GoVersion, "Go"), by(" for a module that says go ", c.Language))
}

// longName is how much is shown of the names of control groups, which are called after
// hashes.
const longName = 32

// setBy names the limiter "quota of /a/b" by what the table of limits calls the group.
func setBy(limiter string) string {
	what, dir, ok := strings.Cut(limiter, " of ")
	if ok {
		limiter = what + " of " + plain.Shorten(lastPart(dir), longName)
	}
	return by(", set by ", limiter)
}

// cpus prints CPUs' worth of time with two decimals where they say something, or as many
// as it takes for a small quota not to look like none.
func cpus(n float64) string {
	switch {
	case n == math.Trunc(n):
		return strconv.FormatFloat(n, 'f', -1, 64)
	case math.Abs(n) < 0.1:
		return strconv.FormatFloat(n, 'g', 2, 64)
	}
	return strconv.FormatFloat(n, 'f', 2, 64)
}

// memoryLimit prints bytes in the only form that GOMEMLIMIT takes: a whole number with a
// unit. It rounds down, for the limit must hold.
func memoryLimit(bytes float64) string {
	const mib = 1 << 20
	if bytes < mib {
		return fmt.Sprintf("%.0fB", math.Floor(bytes))
	}
	return fmt.Sprintf("%.0fMiB", math.Floor(bytes/mib))
}
