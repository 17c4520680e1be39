package wording

import (
	"cmp"
	"slices"
)

// Together brings the rows of each key together, keys in order of first
// appearance and rows of the same key in their order.
func Together[R any, K comparable](rows []R, key func(R) K) []R {
	first := make(map[K]int)
	for i, r := range rows {
		if _, ok := first[key(r)]; !ok {
			first[key(r)] = i
		}
	}
	return slices.SortedStableFunc(slices.Values(rows), func(a, b R) int {
		return cmp.Compare(first[key(a)], first[key(b)])
	})
}
