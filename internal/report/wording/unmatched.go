package wording

import (
	"strings"

	"tare/internal/record"
)

// Unmatched says which benchmarks only some variants have, and what that means,
// those with the same gap together. variant names the i-th.
func Unmatched(us []record.Unmatched, variant func(i int) string) Gaps {
	var gaps Gaps
	for _, u := range us {
		names := make([]string, len(u.Missing))
		for i, m := range u.Missing {
			names[i] = variant(m)
		}
		why := "not in " + strings.Join(names, " and ")
		switch {
		case u.Vanished():
			why = "gone from " + strings.Join(names, " and ")
		case u.Metric == "":
			why += ", and so new"
		}
		if u.Metric != "" {
			why = "no " + u.Metric + ", " + why
		}
		gaps.Add(why, strings.TrimSpace(u.Benchmark.Package+" "+u.Benchmark.Short()))
	}
	return gaps
}

// Gone counts the benchmarks that the base has and a contender lacks, or has without a
// unit.
func Gone(us []record.Unmatched) int {
	n := 0
	for _, u := range us {
		if u.Vanished() {
			n++
		}
	}
	return n
}
