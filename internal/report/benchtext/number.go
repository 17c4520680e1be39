package benchtext

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchunit"

	"tare/internal/record"
)

// significant is the number of digits of a fractional value. Package testing
// gives four, and none after the point from 1000 on: steps of up to 0.05 %,
// enough to create ties for a rank test and bills that do not add up, when
// the interval aimed at is 1 % wide. Six leave 0.0005 %, and a window's clock
// (1 ns in 20 ms or more) knows little beyond that.
const significant = 6

func (w *Writer) value(v record.Value) {
	if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
		return
	}
	fmt.Fprintf(&w.buf, "\t%s %s", number(v.Value), unitOf(v))
}

// unitOf is the unit that v is written in. A plain 0 in a unit that benchfmt scales, such
// as throttled-ns/op, stays in it when it is read, while any other value moves to the base
// unit, throttled-sec/op: benchstat would then compare the throttled trials of one side with
// those of the other and drop the rest. So a 0 is written in the base unit.
func unitOf(v record.Value) string {
	if v.Value != 0 {
		return v.Unit
	}
	_, base := benchunit.Tidy(1, v.Unit)
	return base
}

// number formats v with at least Go's precision and, like Go, with ten places
// before the decimal point, so that points align down a column.
func number(v float64) string {
	const whole = 10
	switch {
	case v == math.Trunc(v):
		return fmt.Sprintf("%*.0f", whole, v)
	case math.Abs(v) < 1e-6:
		return fmt.Sprintf("%*.*e", whole, significant-1, v)
	}
	magnitude := int(math.Floor(math.Log10(math.Abs(v))))
	decimals := significant - 1 - magnitude
	if decimals <= 0 {
		return fmt.Sprintf("%*.0f", whole, v)
	}
	return fmt.Sprintf("%*.*f", whole+1+decimals, decimals, v)
}
