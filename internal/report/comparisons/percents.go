package comparisons

import (
	"math"

	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// wideSpan is how many times the ratio at the high end of an axis exceeds that
// at its low end for changes to stand as 1, 2, 5 times powers of ten: even steps
// in percent would crowd at the high end.
var wideSpan = math.Log(3)

// percents returns about n ticks of a scale of log ratios, as fractions of it
// from its low end. Labels are changes in percent.
func percents(sc chart.Scale, n int) (at []float64, labels []string) {
	if sc.Span() > wideSpan {
		return multiples(sc, n)
	}
	linear := chart.Scale{Lo: math.Expm1(sc.Lo), Hi: math.Expm1(sc.Hi)}
	at, labels = linear.Axis(n, chart.Shares)
	for i, fraction := range at {
		v := linear.Lo + fraction*linear.Span()
		at[i] = sc.At(math.Log1p(v))
		if v > 1e-9 {
			labels[i] = "+" + labels[i]
		}
	}
	return at, labels
}

// multiples returns ticks at no change and at ratios of 1, 2 and 5 times powers
// of ten, or powers of ten alone when those are more than n.
func multiples(sc chart.Scale, n int) (at []float64, labels []string) {
	for _, mantissas := range [][]float64{{1, 2, 5}, {1}} {
		at, labels = nil, nil
		for e := math.Floor(sc.Lo / math.Ln10); e <= sc.Hi/math.Ln10; e++ {
			for _, m := range mantissas {
				if log := math.Log(m) + e*math.Ln10; sc.Beyond(log) == 0 {
					at = append(at, sc.At(log))
					labels = append(labels, multiple(log))
				}
			}
		}
		if len(at) <= n+1 {
			break
		}
	}
	return thin(at, n+1), thin(labels, n+1)
}

func multiple(log float64) string {
	if log == 0 {
		return "0%"
	}
	return wording.Signed(math.Expm1(log), 0)
}

// thin keeps at most n of s, evenly spread.
func thin[T any](s []T, n int) []T {
	step := (len(s) + n - 1) / n
	var kept []T
	for i := 0; i < len(s); i += step {
		kept = append(kept, s[i])
	}
	return kept
}

// percentTicks returns ticks along x that keep apart at a width of so many px.
func percentTicks(sc chart.Scale, width float64) []chart.Tick {
	for n := 5; ; n-- {
		at, labels := percents(sc, n)
		if n > 1 && crowded(at, labels, width) {
			continue
		}
		ticks := make([]chart.Tick, len(at))
		for i := range at {
			ticks[i] = chart.Tick{At: chart.Percent(at[i]), Label: labels[i]}
		}
		return ticks
	}
}

func crowded(at []float64, labels []string, width float64) bool {
	for i := 1; i < len(at); i++ {
		if (at[i]-at[i-1])*width < chart.Widest(labels)+6 {
			return true
		}
	}
	return false
}
