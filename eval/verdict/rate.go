package main

import (
	"fmt"
	"math"
)

// rate counts how often something happened.
type rate struct{ hits, of int }

func (r *rate) count(hit bool) {
	r.of++
	if hit {
		r.hits++
	}
}

// share of the times.
func (r rate) share() float64 { return float64(r.hits) / float64(r.of) }

// wilson returns the 95 % interval of the true share: Wilson, "Probable inference,
// the law of succession, and statistical inference", JASA 22 (1927).
func (r rate) wilson() (lo, hi float64) {
	const z = 1.96
	n, p := float64(r.of), r.share()
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	reach := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-reach), min(1, middle+reach)
}

// atMost prints the share with the upper end of the interval.
func (r rate) atMost() string {
	_, hi := r.wilson()
	return r.bounded("≤", hi)
}

// atLeast prints the share with the lower end of the interval.
func (r rate) atLeast() string {
	lo, _ := r.wilson()
	return r.bounded("≥", lo)
}

func (r rate) bounded(sign string, end float64) string {
	if r.of == 0 {
		return "–"
	}
	return fmt.Sprintf("%s (%s %s)", percent(r.share()), sign, percent(end))
}

// percent prints a share with two digits or more, and nearly all or nothing as
// such only when it is.
func percent(x float64) string {
	digits := 2
	switch p := 100 * x; {
	case p < 1e-9 || p >= 100 || p >= 10 && p < 99:
		digits = 0
	case p >= 0.1 && p < 99.9:
		digits = 1
	}
	return fmt.Sprintf("%.*f %%", digits, 100*x)
}
