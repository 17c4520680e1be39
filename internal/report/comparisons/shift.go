package comparisons

import (
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// shift is a change with its interval, as fractions of one.
type shift struct {
	center, lo, hi float64
	known          bool // center is
	bounded        bool // there is an interval
}

// ofRatio is the change that new ÷ old stands for.
func ofRatio(e record.Estimate) shift {
	s := shift{center: e.Center - 1, lo: e.Lo - 1, hi: e.Hi - 1}
	s.known = e.Center > 0 && wording.Finite(s.center)
	s.bounded = s.known && e.Confidence > 0 && wording.Finite(s.lo) && wording.Finite(s.hi)
	return s
}

// ofUnit is the change of u relative to its old value, unknown when that is 0.
func ofUnit(u record.UnitChange) shift {
	old := math.Abs(u.Old)
	s := shift{center: u.Diff.Center / old, lo: u.Diff.Lo / old, hi: u.Diff.Hi / old}
	s.known = u.Diff.N > 0 && wording.Finite(s.center)
	s.bounded = s.known && u.Diff.Confidence > 0 && wording.Finite(s.lo) && wording.Finite(s.hi)
	return s
}

// String is "+3.1%".
func (s shift) String() string {
	if !s.known {
		return wording.None
	}
	return percent(s.center, s.digits())
}

// interval is "[+2.4%, +3.9%]", and empty when there is none.
func (s shift) interval() string {
	if !s.bounded {
		return ""
	}
	return "[" + percent(s.lo, s.digits()) + ", " + percent(s.hi, s.digits()) + "]"
}

// both is "+3.1% [+2.4%, +3.9%]".
func (s shift) both() string {
	return strings.TrimSpace(s.String() + " " + s.interval())
}

// sizes are the change of c in b and its interval as they show: in the unit of the
// verdicts where there are no ratios.
func sizes(b record.Compared, c record.Change) (change, interval string) {
	if c.Diff.N == 0 {
		s := ofRatio(c.Ratio)
		return s.String(), s.interval()
	}
	if c.Diff.Confidence > 0 {
		interval = "[" + difference(c.Diff.Lo, b.Metric) + ", " + difference(c.Diff.Hi, b.Metric) + "]"
	}
	return difference(c.Diff.Center, b.Metric), interval
}

// direction is the side of zero that the interval lies on, 0 when it holds zero.
func (s shift) direction() int {
	switch {
	case s.bounded && s.lo > 0:
		return 1
	case s.bounded && s.hi < 0:
		return -1
	}
	return 0
}

// digits is how many decimals of a percentage mean something: as many as it takes to show
// half of the interval with one digit or two, but no more than what makes three digits of
// the larger bound. A change of +100.000% to +100.028% is one of +100%.
func (s shift) digits() int {
	half := (s.hi - s.lo) / 2
	switch {
	case !s.bounded || half == 0:
		return min(1, s.readable())
	case half >= 0.05:
		return 0
	case half >= 0.003:
		return min(1, s.readable())
	case half >= 0.0003:
		return min(2, s.readable())
	}
	return s.readable()
}

// readable is how many decimals make three digits.
func (s shift) readable() int {
	largest := math.Abs(s.center)
	if s.bounded {
		largest = max(math.Abs(s.lo), math.Abs(s.hi))
	}
	digits := 3
	for _, limit := range []float64{0.01, 0.1, 1} {
		if largest >= limit {
			digits--
		}
	}
	return digits
}

// percent prints a fraction of one with its sign, which tells on which side of
// zero it is even when its digits are all 0.
func percent(fraction float64, digits int) string {
	text := unit.Percent(math.Abs(fraction), digits)
	if a := math.Abs(fraction); a >= 100 {
		text = unit.Count(100*a) + "%"
	}
	return sign(fraction) + text
}

// difference prints a change of a value in a unit, with its sign.
func difference(v float64, unitName string) string {
	return sign(v) + wording.Number(math.Abs(v), unitName)
}

func sign(v float64) string {
	switch {
	case v > 0:
		return "+"
	case v < 0:
		return "−"
	}
	return ""
}
