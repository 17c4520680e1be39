package versuspage

import (
	"fmt"
	"math"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// change prints what a ratio of new ÷ old stands for: "+3.1%".
func change(ratio record.Estimate) string {
	if !wording.HasCenter(ratio) {
		return wording.None
	}
	return wording.Signed(ratio.Center-1, 1)
}

// interval prints the bounds of a ratio as changes, "[+2.4%, +3.9%]", and
// nothing when there are none.
func interval(ratio record.Estimate) string {
	if !wording.HasInterval(ratio) {
		return ""
	}
	return "[" + wording.Signed(ratio.Lo-1, 1) + ", " + wording.Signed(ratio.Hi-1, 1) + "]"
}

// probability prints a p-value, and wording.None for one that never was: there
// is none without pairs.
func probability(p float64, pairs int) string {
	switch {
	case pairs == 0 || !wording.Finite(p):
		return wording.None
	case p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// logs turns an estimate of a ratio into one of its logarithm; one without any
// is an estimate of nothing.
func logs(ratio record.Estimate) record.Estimate {
	e := record.Estimate{Center: math.Log(ratio.Center), Lo: math.Log(ratio.Lo), Hi: math.Log(ratio.Hi), Confidence: ratio.Confidence, N: ratio.N}
	if !wording.HasCenter(e) {
		return record.Estimate{}
	}
	return e
}

// percentOf prints the change that a log ratio stands for.
func percentOf(log float64) string { return wording.Signed(math.Expm1(log), 1) }

// difference prints a change of a value in a unit, with its sign.
func difference(v float64, unit string) string {
	text := wording.Number(math.Abs(v), unit)
	switch {
	case v > 0 && wording.Finite(v):
		return "+" + text
	case v < 0 && wording.Finite(v):
		return "−" + text
	}
	return text
}
