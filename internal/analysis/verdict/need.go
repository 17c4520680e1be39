package verdict

import (
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Need says how many more rounds than so many a benchmark takes until it is looked at
// for the first time, and guesses how many it takes until its intervals are as narrow
// as the margin, when all changes that are found or ruled out by then are. It goes by the sizes of the differences as of the last look, not
// by their signs, so that time can be shared by it: when there is no change, the
// coins that decide on the signs then have no say in who gets further rounds.
func (j *Judge) Need(b record.Benchmark, rounds int) (first, more int) {
	return max(0, j.rules.Plan.Looks[0]-rounds), max(1, j.enough(b)-rounds)
}

// enough is how many rounds a benchmark is guessed to need in all.
func (j *Judge) enough(b record.Benchmark) int {
	most := j.rules.most()
	i := slices.Index(j.names, b)
	if i < 0 {
		return most
	}
	enough := 0.0
	for _, c := range j.benchmarks[i] {
		for _, change := range c.Changes {
			half := j.rules.halfOfOne(c, change)
			if half < 0 {
				return most
			}
			if half > 0 { // counts that are always the same take no rounds at all
				enough = max(enough, math.Pow(half/math.Log1p(j.rules.Plan.MarginOf(c.Metric)), 2))
			}
		}
	}
	return int(min(math.Ceil(enough), float64(most)))
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
