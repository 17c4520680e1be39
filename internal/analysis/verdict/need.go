package verdict

import (
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Need guesses how many more rounds than so many a benchmark takes until its
// intervals are as narrow as the margin, when all changes that are found or ruled
// out by then are. It goes by the sizes of the differences as of the last look, not
// by their signs, so that time can be shared by it: when there is no change, the
// coins that decide on the signs then have no say in who gets further rounds.
func (j *Judge) Need(b record.Benchmark, rounds int) int {
	most := j.rules.most()
	i := slices.Index(j.names, b)
	if i < 0 {
		return max(1, most-rounds)
	}
	enough := 0.0
	for _, c := range j.benchmarks[i] {
		for _, change := range c.Changes {
			half := j.rules.halfOfOne(c, change)
			if half < 0 {
				return max(1, most-rounds)
			}
			if half > 0 { // counts that are always the same take no rounds at all
				enough = max(enough, math.Pow(half/math.Log1p(j.rules.Plan.MarginOf(c.Metric)), 2))
			}
		}
	}
	return max(1, int(min(math.Ceil(enough), float64(most)))-rounds)
}

// halfOfOne is half the width of the interval that one round would have, if the
// normal distribution held; negative when no round tells.
func (r Rules) halfOfOne(c record.Compared, change record.Change) float64 {
	var sizes []float64
	for _, l := range change.Logs {
		if l.Clean {
			sizes = append(sizes, math.Abs(l.Log))
		}
	}
	if len(sizes) == 0 {
		return -1
	}
	const medianOfNormal = 0.6745 // of its size
	return critical(r.test(0).Level(max(c.Looks, 1)-1)) * stats.Median(sizes) / medianOfNormal
}
