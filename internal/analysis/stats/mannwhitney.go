package stats

import (
	"math"
	"slices"
)

// countable reports whether the splits of the values of two samples are counted
// out, as up to 25 and 25 are, in a millisecond or so. Beyond, the normal
// approximation is off by less than 0.003 near 0.05, or with heavy ties 0.01.
func countable(n, m int) bool { return min(n, m)*(n+m) <= 25*(25+25) }

// MannWhitney returns the two-sided p-value of the Mann–Whitney (Wilcoxon
// rank-sum) test of two separate samples against the hypothesis that nothing but
// chance decided which value went to which (Mann & Whitney 1947). It is the share
// of all splits of the values into samples of these sizes whose rank sum lies as
// far from its mean, or farther; equal values share the mean of their ranks. It
// does not depend on which sample comes first. For up to 25 values in each sample it
// is exact, ties or not; for larger ones see countable. An empty sample gives 1.
//
// Values must be independent. Results of one side measured after those of the
// other are not, if the machine changed in between: then a small p says no more
// than that something did.
//
// (go-moremath's test doubles one tail, which with ties need not be like the
// other: it can return more than 1, and something else for swapped samples.)
func MannWhitney(a, b []float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	ranks := doubledRanks(slices.Concat(a, b))
	if countable(len(a), len(b)) {
		return rankSumExact(ranks, len(a))
	}
	return rankSumNormal(ranks, len(a))
}

// rankSumExact counts, of all choices of n ranks, those whose sum lies at least as
// far from the mean as that of the first n.
func rankSumExact(ranks []int, n int) float64 {
	mean, sum := rankSum(ranks, n)
	away := max(sum-mean, mean-sum)
	return share(splits(ranks, n), func(sum int) bool { return sum-mean >= away || mean-sum >= away })
}

// rankSumNormal approximates rankSumExact by the normal distribution with the
// variance of the sum of n draws without replacement, continuity corrected.
func rankSumNormal(ranks []int, n int) float64 {
	all, squares := float64(len(ranks)), 0.0
	for _, rank := range ranks {
		squares += (float64(rank) - all - 1) * (float64(rank) - all - 1)
	}
	if squares == 0 { // all values are the same
		return 1
	}
	sd := math.Sqrt(float64(n) * (all - float64(n)) * squares / all / (all - 1))
	mean, sum := rankSum(ranks, n)
	return min(1, 2*normalBelow(-(math.Abs(float64(sum-mean))-1)/sd))
}

// rankSum returns the sum of the first n doubled ranks, and what it is on average.
func rankSum(ranks []int, n int) (mean, sum int) {
	for _, rank := range ranks[:n] {
		sum += rank
	}
	return n * (len(ranks) + 1), sum
}

// LeastP returns the smallest p-value that MannWhitney can return for samples of
// these sizes without ties: 2 of all splits are the most extreme ones.
func LeastP(n, m int) float64 {
	p := 2.0
	for i := 1; i <= n; i++ {
		p *= float64(i) / float64(m+i)
	}
	return min(1, p)
}

// doubledRanks returns twice the rank of each value. Equal values share the mean
// of theirs, so that twice it is whole.
func doubledRanks(values []float64) []int {
	sorted := slices.Sorted(slices.Values(values))
	ranks := make([]int, len(values))
	for i, v := range values {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last+1 < len(sorted) && sorted[last+1] == v {
			last++
		}
		ranks[i] = first + last + 2
	}
	return ranks
}

// splits returns how many ways there are to choose n of ranks so that they sum
// to each number, the index. As all terms are positive, they are as good as
// exact even where they exceed what a float64 holds exactly.
func splits(ranks []int, n int) []float64 {
	most := 0
	for _, rank := range slices.Sorted(slices.Values(ranks))[len(ranks)-n:] {
		most += rank
	}
	ways := make([][]float64, n+1) // by number chosen so far
	for i := range ways {
		ways[i] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for _, rank := range ranks {
		for i := n; i > 0; i-- {
			for sum := rank; sum <= most; sum++ {
				ways[i][sum] += ways[i-1][sum-rank]
			}
		}
	}
	return ways[n]
}

// share returns the part of the ways to those sums that are meant.
func share(ways []float64, meant func(sum int) bool) float64 {
	var some, all float64
	for sum, w := range ways {
		all += w
		if meant(sum) {
			some += w
		}
	}
	return some / all
}
