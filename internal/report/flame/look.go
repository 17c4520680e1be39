package flame

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// look tells boxes' colours and tips.
type look struct {
	root    record.Frame
	samples [2]int64
	diff    bool
	whole   bool

	functions map[string]record.FunctionDiff
	largest   float64 // change of their own times that is no noise
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
			said += fmt.Sprintf(" (%s)", unit.Plural(int(samples), "sample"))
		}
		return said
	}
	if !l.diff {
		return side("", l.root.New, l.samples[1])
	}
	return side("old", l.root.Old, l.samples[0]) + ", " + side("new", l.root.New, l.samples[1])
}

// steps are the parts of the largest change from which on a colour is a shade
// stronger.
var steps = []float64{0.1, 0.5}

// class is "plain" without an old side, "same" for a function whose own time
// changed by no more than noise, and otherwise "slower-1" … "faster-3" by how much
// it changed, compared with the one that changed the most.
func (l look) class(name string) string {
	f := l.functions[name]
	switch {
	case !l.diff:
		return "plain"
	case !f.Changed():
		return "same"
	}
	way, shade := "slower", 1
	if f.NewFlat < f.OldFlat {
		way = "faster"
	}
	for _, s := range steps {
		if math.Abs(f.NewFlat-f.OldFlat) >= s*l.largest {
			shade++
		}
	}
	return fmt.Sprintf("%s-%d", way, shade)
}

// tip says what a box stands for.
func (l look) tip(name string, old, new float64) string {
	if !l.diff {
		return fmt.Sprintf("%s\n%s, %s", name, l.time(new), share(new, l.root.New))
	}
	said := fmt.Sprintf("%s\nold %s, %s of all\nnew %s, %s of all\n%s", name, l.time(old), share(old, l.root.Old),
		l.time(new), share(new, l.root.New), l.change(old, new))
	if f, ok := l.functions[name]; ok {
		said += "\nits own time, wherever it is called: " + l.change(f.OldFlat, f.NewFlat)
		if !f.Changed() && f.NewFlat != f.OldFlat {
			said += ", within noise"
		}
	}
	return said
}

// change is "+12.00ns/op, +60%".
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
