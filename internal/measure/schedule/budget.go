package schedule

import (
	"math"
	"slices"
	"time"
)

// Budget is the time for all benchmarks together. The zero value has no end.
type Budget struct {
	Until time.Time
	Now   func() time.Time // the clock; not nil where there is an end
}

// Limited reports whether there is an end.
func (b Budget) Limited() bool { return !b.Until.IsZero() }

// Left is the time until the end, which is far away where there is none.
func (b Budget) Left() time.Duration {
	if !b.Limited() {
		return math.MaxInt64
	}
	return b.Until.Sub(b.Now())
}

// Claim is what a benchmark still asks for.
type Claim struct {
	First int           // rounds that it takes to tell anything at all
	More  int           // rounds that it is expected to need, at least 1
	Cost  time.Duration // of one round
}

// need is the time that the claim asks for.
func (c Claim) need() time.Duration { return time.Duration(max(c.First, c.More)) * c.Cost }

// Taking returns those of the members that take part in the next round within the
// budget.
func Taking[M any](b Budget, members []M, claim func(M) Claim) []M {
	if !b.Limited() {
		return members
	}
	claims := make([]Claim, len(members))
	for i, m := range members {
		claims[i] = claim(m)
	}
	var taking []M
	for i, takes := range Share(claims, b.Left()) {
		if takes {
			taking = append(taking, members[i])
		}
	}
	return taking
}

// Share says which of the claims take part in the next round, when so much time is
// left. As long as there is enough for all, all do. When there is not, those that
// nothing can be told of yet do, and of the others those that need least, as far as
// they fit in beside what the former still take: that is how most of them come to
// an end (the shortest job first). Where not even one would, all go on in turn.
//
// It looks at times and at numbers of rounds, which must not come from the signs
// of differences: whoever gets further looks must not depend on those.
func Share(claims []Claim, left time.Duration) []bool {
	takes := make([]bool, len(claims))
	var later []int
	var all time.Duration
	for i, c := range claims {
		all += c.need()
		if c.First > 0 {
			takes[i] = true
			left -= time.Duration(c.First) * c.Cost
			all -= time.Duration(c.First) * c.Cost
		} else {
			later = append(later, i)
		}
	}
	slices.SortStableFunc(later, func(i, j int) int { return int(claims[i].need() - claims[j].need()) })
	enough := all <= left
	for _, i := range later {
		if takes[i] = enough || claims[i].need() <= left; takes[i] && !enough {
			left -= claims[i].need()
		}
	}
	if !slices.Contains(takes, true) {
		for i := range takes {
			takes[i] = true
		}
	}
	return takes
}
