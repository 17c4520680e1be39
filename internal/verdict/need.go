package verdict

import (
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/stats"
)

// Need guesses how many more rounds than so many a benchmark takes until its
// intervals are as narrow as the margin, when all changes that are found or ruled
// out by then are. It goes by the sizes of the differences as of the last look, not
// by their signs, so that time can be shared by it: when there is no change, the
// coins that decide on the signs then have no say in who gets further rounds.
func (j *Judge) Need(b record.Benchmark, rounds int) int {
	most := j.rules.most()
	i := slices.IndexFunc(j.benchmarks, func(c record.Compared) bool { return c.Benchmark == b })
	if i < 0 {
		return max(1, most-rounds)
	}
	c, enough := j.benchmarks[i], 0.0
	for _, change := range c.Changes {
		var sizes []float64
		for _, l := range change.Logs {
			if l.Clean {
				sizes = append(sizes, math.Abs(l.Log))
			}
		}
		if len(sizes) == 0 {
			return max(1, most-rounds)
		}
		const normal = 0.6745 // the median of |z|
		critical := math.Sqrt2 * math.Erfinv(1-j.rules.test(0).Level(max(c.Looks, 1)-1))
		half := critical * stats.Median(sizes) / normal // of the interval of one round
		enough = max(enough, math.Pow(half/math.Log1p(j.rules.Plan.Margin), 2))
	}
	return max(1, int(min(math.Ceil(enough), float64(most)))-rounds)
}
