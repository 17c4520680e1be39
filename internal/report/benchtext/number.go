package benchtext

import (
	"fmt"
	"math"
	"tare/internal/record"

	"golang.org/x/perf/benchunit"
)

// significant is the number of digits of a fractional value. Package testing
// gives four, and none after the point from 1000 on: steps of up to 0.05 %,
// enough to create ties for a rank test and bills that do not add up, when
// the interval aimed at is 1 % wide. Six leave 0.0005 %, and a window's clock
// (1 ns in 20 ms or more) knows little beyond that.
const significant = 6

// zero is written for 0 in units that benchfmt scales, such as ns. Its reader
// leaves a plain 0 in the unit as written ("throttled-ns/op"), while any other
// value moves to the base unit ("throttled-sec/op"): benchstat then compares
// the throttled trials of one side with those of the other and drops the rest.
// The smallest float64 does move, and times 1e-9 it is exactly 0.
const zero = "5e-324"

func (w *Writer) value(v record.Value) {
	if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
		return
	}
	fmt.Fprintf(&w.buf, "\t%s %s", number(v), v.Unit)
}

// number formats v with at least Go's precision and, like Go, with ten places
// before the decimal point, so that points align down a column.
func number(v record.Value) string {
	const whole = 10
	switch scale, _ := benchunit.Tidy(1, v.Unit); {
	case v.Value == 0 && scale != 1:
		return fmt.Sprintf("%*s", whole, zero)
	case v.Value == math.Trunc(v.Value):
		return fmt.Sprintf("%*.0f", whole, v.Value)
	case math.Abs(v.Value) < 1e-6:
		return fmt.Sprintf("%*.*e", whole, significant-1, v.Value)
	}
	magnitude := int(math.Floor(math.Log10(math.Abs(v.Value))))
	decimals := significant - 1 - magnitude
	if decimals <= 0 {
		return fmt.Sprintf("%*.0f", whole, v.Value)
	}
	return fmt.Sprintf("%*.*f", whole+1+decimals, decimals, v.Value)
}
