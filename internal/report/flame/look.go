package flame

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// look tells boxes' colours and tips.
type look struct {
	root    record.Frame
	samples [2]int64
	diff    bool
	whole   bool
}

// time prints ns, per op unless they are those of a whole recording.
func (l look) time(ns float64) string {
	if l.whole {
		return unit.Nanoseconds(ns)
	}
	return unit.Nanoseconds(ns) + "/op"
}

// totals is "old 104.5µs/op (209 samples), new 305.5µs/op (611 samples)".
func (l look) totals() string {
	side := func(name string, ns float64, samples int64) string {
		said := strings.TrimSpace(name + " " + l.time(ns))
		if samples > 0 {
			said += fmt.Sprintf(" (%s)", wording.Count(int(samples), "sample"))
		}
		return said
	}
	if !l.diff {
		return side("", l.root.New, l.samples[1])
	}
	return side("old", l.root.Old, l.samples[0]) + ", " + side("new", l.root.New, l.samples[1])
}

// steps are the changes, as fractions of the larger side, from which on a
// colour is a shade stronger.
var steps = []float64{0.1, 0.4}

// class is "plain" without an old side, "same" for a change within noise, and
// otherwise "slower-1" … "faster-3" by the size of the change.
func (l look) class(old, new float64) string {
	if !l.diff {
		return "plain"
	}
	if !l.changed(old, new) {
		return "same"
	}
	way, shade := "slower", 1
	if new < old {
		way = "faster"
	}
	for _, s := range steps {
		if math.Abs(new-old) >= s*max(old, new) {
			shade++
		}
	}
	return fmt.Sprintf("%s-%d", way, shade)
}

// changed reports whether a change is more than noise.
func (l look) changed(old, new float64) bool {
	d := record.ProfileDiff{Old: l.root.Old, New: l.root.New, Samples: l.samples}
	return d.Beyond(old, new) > 0
}

// tip says what a box stands for.
func (l look) tip(name string, old, new float64) string {
	if !l.diff {
		return fmt.Sprintf("%s\n%s, %s", name, l.time(new), share(new, l.root.New))
	}
	return fmt.Sprintf("%s\nold %s, %s of all\nnew %s, %s of all\n%s", name, l.time(old), share(old, l.root.Old),
		l.time(new), share(new, l.root.New), l.change(old, new))
}

// change is "+12.00ns/op, +60%, within noise".
func (l look) change(old, new float64) string {
	sign := "+"
	switch {
	case new == old:
		return "no change"
	case new < old:
		sign = "−"
	}
	size := math.Abs(new - old)
	said := sign + l.time(size)
	if old > 0 {
		said += ", " + sign + share(size, old)
	}
	if !l.changed(old, new) {
		said += ", within noise"
	}
	return said
}

func share(part, whole float64) string { return wording.Share(part/whole, 0) }

// label is a name without the path of its package: "json.(*Decoder).Decode".
func label(name string) string {
	path := name
	if i := strings.IndexAny(name, "([<"); i >= 0 { // of a receiver, type arguments, or code without a name
		path = name[:i]
	}
	return name[strings.LastIndex(path, "/")+1:]
}
