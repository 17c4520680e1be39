package main

import (
	"fmt"
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// score is how a contestant did in a number of comparisons.
type score struct {
	falseAlarms rate                  // a change where there is none
	power       map[float64]rate      // by the size of the change: found, with the right sign
	effort      map[float64][]float64 // by the size of the change: CPU seconds of the comparisons, without building
	wrongSign   rate                  // of all true changes
	falseEqual  rate                  // changes of 3 % called equivalent
	coverage    rate                  // intervals that hold the truth
	widths      []float64             // of the intervals
	cpu, build  float64               // seconds, summed
	made        int
	invalid     int // of these
	failed      int // beside them
}

func (s *score) count(c comparison) {
	if c.Failed != "" {
		s.failed++
		return
	}
	s.made, s.cpu, s.build = s.made+1, s.cpu+c.CPU, s.build+c.Build
	if c.Verdict == record.Invalid {
		s.invalid++
	}
	found := c.Verdict == record.Faster || c.Verdict == record.Slower
	if c.Hi > c.Lo {
		s.coverage.count(c.Lo <= 1+c.Effect && 1+c.Effect <= c.Hi)
		s.widths = append(s.widths, c.Hi-c.Lo)
	}
	if c.Effect == 0 {
		s.falseAlarms.count(found)
		return
	}
	size, right := math.Abs(c.Effect), c.Verdict == changed(1+c.Effect)
	power := s.power[size]
	power.count(right)
	s.power[size] = power
	s.effort[size] = append(s.effort[size], c.CPU-c.Build)
	s.wrongSign.count(found && !right)
	if size == 0.03 {
		s.falseEqual.count(c.Verdict == record.Equivalent)
	}
}

// found is how many changes of a size were found, and at what cost.
func (s *score) found(size float64) string {
	if len(s.effort[size]) == 0 {
		return "–"
	}
	return fmt.Sprintf("%s %.1f s", s.power[size].atLeast(), stats.Mean(s.effort[size]))
}

// width is the median width of the intervals.
func (s *score) width() string {
	if len(s.widths) == 0 {
		return "–"
	}
	return percent(stats.Median(s.widths))
}

// scores sorts the comparisons by contestant.
func scores(all []comparison) map[string]*score {
	of := map[string]*score{}
	for _, c := range all {
		if of[c.Contestant] == nil {
			of[c.Contestant] = &score{power: map[float64]rate{}, effort: map[float64][]float64{}}
		}
		of[c.Contestant].count(c)
	}
	return of
}

// cost is the mean CPU time of a comparison.
func (s *score) cost() string {
	if s.made == 0 {
		return "–"
	}
	n := float64(s.made)
	if s.build == 0 {
		return fmt.Sprintf("%.1f s", s.cpu/n)
	}
	return fmt.Sprintf("%.1f s (%.1f s)", s.cpu/n, (s.cpu-s.build)/n)
}
