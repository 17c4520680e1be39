package main

import (
	"fmt"
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// ratio estimates of ÷ to from rounds that measured both: the Hodges–Lehmann
// estimate over the logarithms of the rounds' ratios. What a round's measurements
// share, the machine's speed at the time, cancels out. Confidence is 0 when there
// are too few rounds for an interval.
func ratio(of, to []float64) record.Estimate {
	logs := make([]float64, len(of))
	for i := range of {
		logs[i] = math.Log(of[i] / to[i])
	}
	e := stats.HodgesLehmann(logs, record.Confidence)
	if e.N > 0 {
		e.Center, e.Lo, e.Hi = math.Exp(e.Center), math.Exp(e.Lo), math.Exp(e.Hi)
	}
	return e
}

// off is how far a ratio is from 1.
func off(e record.Estimate) float64 { return math.Abs(e.Center - 1) }

// surely is how far a ratio is from 1 at least, by its interval; 0 without one.
func surely(e record.Estimate) float64 {
	if e.Confidence == 0 {
		return 0
	}
	return max(0, e.Lo-1, 1-e.Hi)
}

// change prints a ratio less 1, with its interval.
func change(e record.Estimate) string {
	if e.N == 0 {
		return "–"
	}
	if e.Confidence == 0 {
		return signed(e.Center) + " (" + unit.Plural(e.N, "round") + ")"
	}
	return signed(e.Center) + " " + interval(e.Lo, e.Hi)
}

func interval(lo, hi float64) string { return fmt.Sprintf("[%s, %s]", signed(lo), signed(hi)) }

func signed(ratio float64) string { return wording.Signed(ratio-1, 1) }
