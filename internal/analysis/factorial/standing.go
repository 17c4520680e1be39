package factorial

import (
	"math"
	"slices"

	"tare/internal/record"
)

// standing is how the points of a group stand to each other at a look.
type standing struct {
	rules   Rules
	losses  losses
	points  []int
	dropped map[int]int // by point, before this look
	best    int         // the point with the least median of those that stay; −1 when none has a value
	apart   map[[2]int]record.Estimate
}

// standing compares the points of a group, those that have left with those that have not.
func (r Rules) standing(l losses, points []int, dropped map[int]int) standing {
	s := standing{rules: r, losses: l, points: points, dropped: dropped, best: -1, apart: map[[2]int]record.Estimate{}}
	least := math.Inf(1)
	for _, i := range points {
		if median, n := l.typical(i); n > 0 && dropped[i] == 0 && median < least {
			least, s.best = median, i
		}
	}
	return s
}

// between estimates by how much point i is worse than point j.
func (s standing) between(i, j int) record.Estimate {
	e, ok := s.apart[[2]int{i, j}]
	if !ok {
		e = s.losses.between(i, j, s.rules.level(len(s.rules.Plan.Looks)))
		s.apart[[2]int{i, j}] = e
		s.apart[[2]int{j, i}] = record.Estimate{Center: -e.Center, Lo: -e.Hi, Hi: -e.Lo, Confidence: e.Confidence, N: e.N}
	}
	return e
}

// rivals are the points, other than i, that may be the best: of one that never counted
// nobody can tell.
func (s standing) rivals(i int) []int {
	return slices.DeleteFunc(slices.Clone(s.points), func(j int) bool {
		_, n := s.losses.typical(j)
		return j == i || n == 0 || s.dropped[j] > 0
	})
}

// far are the points that leave: worse than another one, and by more than the margin as
// far as one can tell. Those that are worse by less may be what users choose.
func (s standing) far() (points []int) {
	for _, i := range s.points {
		worse := func(j int) bool {
			e := s.between(i, j)
			return e.Confidence > 0 && e.Lo > 0 && e.Center > s.rules.margin()
		}
		if s.dropped[i] == 0 && slices.ContainsFunc(s.rivals(i), worse) {
			points = append(points, i)
		}
	}
	return points
}

// settled reports whether every other point has left, is about to, or is known to be
// within the margin of the best.
func (s standing) settled() bool {
	never := func(i int) bool { _, n := s.losses.typical(i); return n == 0 }
	if s.best < 0 || slices.ContainsFunc(s.points, never) {
		return false
	}
	far := s.far()
	for _, i := range s.rivals(s.best) {
		e := s.between(i, s.best)
		if !slices.Contains(far, i) && (e.Confidence == 0 || e.Hi > s.rules.margin()) {
			return false
		}
	}
	return true
}

// toBest estimates by how much point i is worse than the best one, whichever of those that
// stay that is.
func (s standing) toBest(i int) record.Estimate {
	e := record.Estimate{N: s.between(i, s.best).N, Confidence: 1 - s.rules.Plan.Alpha}
	if i != s.best {
		e.Center = s.between(i, s.best).Center
	}
	rivals := s.rivals(i)
	e.Lo = math.Inf(1)
	for _, j := range rivals {
		d := s.between(i, j)
		if d.Confidence == 0 {
			return record.Estimate{Center: e.Center, N: e.N}
		}
		e.Lo, e.Hi = min(e.Lo, d.Lo), max(e.Hi, d.Hi)
	}
	if s.dropped[i] == 0 || e.Lo < 0 { // it may be the best itself
		e.Lo = 0
	}
	e.Center = min(max(e.Center, e.Lo), e.Hi) // the best has the least median, not the least difference
	return e
}
