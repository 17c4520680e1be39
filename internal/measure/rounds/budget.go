package rounds

import (
	"math"
	"slices"
	"time"

	"tare/internal/record"
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

// taking returns who takes part in the next round: all that have not ended or, when
// there is not time enough for all, those that need least of it.
func (r *Runner) taking(subjects []*subject) []*subject {
	for _, s := range subjects {
		r.late(s)
	}
	active := slices.DeleteFunc(slices.Clone(subjects), (*subject).ended)
	if !r.opts.Budget.Limited() {
		return active
	}
	claims := make([]claim, len(active))
	for i, s := range active {
		first, more := r.judge.Need(s.Name, s.Rounds)
		claims[i] = claim{first, r.within(s, more), r.cost(s)}
	}
	var taking []*subject
	for i, takes := range share(claims, r.opts.Budget.Left()) {
		if takes {
			taking = append(taking, active[i])
		}
	}
	return taking
}

// late ends s when there is no time left for another round, and reports whether
// that is so.
func (r *Runner) late(s *subject) bool {
	if !s.ended() && r.opts.Budget.Limited() && r.opts.Budget.Left() < r.cost(s) {
		s.Stop = record.StopBudget
		return true
	}
	return false
}

// claim is what a benchmark still asks for.
type claim struct {
	first int           // rounds that it takes to tell anything at all
	more  int           // rounds that it is expected to need, at least 1
	cost  time.Duration // of one round
}

// need is the time that the claim asks for.
func (c claim) need() time.Duration { return time.Duration(max(c.first, c.more)) * c.cost }

// share says which of the claims take part in the next round, when so much time is
// left. As long as there is enough for all, all do. When there is not, those that
// nothing can be told of yet do, and of the others those that need least, as far as
// they fit in beside what the former still take: that is how most of them come to
// an end (the shortest job first). Where not even one would, all go on in turn.
//
// It looks at times and at numbers of rounds, which must not come from the signs
// of differences: whoever gets further looks must not depend on those.
func share(claims []claim, left time.Duration) []bool {
	takes := make([]bool, len(claims))
	var later []int
	var all time.Duration
	for i, c := range claims {
		all += c.need()
		if c.first > 0 {
			takes[i] = true
			left -= time.Duration(c.first) * c.cost
			all -= time.Duration(c.first) * c.cost
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
