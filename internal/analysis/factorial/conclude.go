package factorial

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/record"
)

// Benchmark is what a sweep has of one benchmark.
type Benchmark struct {
	Name   record.Benchmark
	Stop   record.Stop
	Trials []record.Trial // of rounds in which every trial ended well
}

// Conclude returns what the trials of a benchmark come to. Which points were dropped, and
// when, follows from them.
func (r Rules) Conclude(b Benchmark) record.Swept {
	s := record.Swept{Benchmark: b.Name, Stop: b.Stop, Points: make([]record.PointValue, len(r.Points)),
		Larger: verdict.LargerIsBetter(r.Plan.Metric, b.Trials)}
	if n := len(b.Trials); n > 0 {
		s.N, s.Windows, s.Rounds = b.Trials[0].N, b.Trials[0].Windows, b.Trials[n-1].Round
	}
	dropped := r.replay(b, s.Rounds)
	l := r.losses(b.Trials, s.Rounds)
	for i := range s.Points {
		s.Points[i] = r.point(i, b.Trials)
		s.Points[i].Dropped = dropped[i]
	}
	for _, points := range r.groups() {
		st := r.standing(l, points, dropped)
		for _, i := range points {
			if st.best >= 0 && s.Points[i].Rounds > 0 {
				s.Points[i].Ratio = ratio(st.toBest(i), s.Larger)
			}
		}
		s.Groups = append(s.Groups, r.bestOf(st))
	}
	s.Effects, s.Noise, s.Complete = r.effects(l, s.Larger)
	return s
}

// replay finds out which points were dropped in the rounds so far.
func (r Rules) replay(b Benchmark, rounds int) map[int]int {
	e := &entry{dropped: map[int]int{}, settled: make([]bool, len(r.groups()))}
	race := Race{rules: r}
	for _, look := range r.Plan.Looks {
		if look <= rounds {
			race.look(e, r.losses(b.Trials, look))
		}
	}
	return e.dropped
}

// point is a point by itself.
func (r Rules) point(i int, trials []record.Trial) (p record.PointValue) {
	units := map[string][]float64{}
	for _, t := range trials {
		if t.Variant == i && t.Counts() {
			for _, v := range r.Values(t) {
				units[v.Unit] = append(units[v.Unit], v.Value)
			}
			p.Rounds++
		}
	}
	p.Value = stats.Interval(units[r.Plan.Metric], record.Confidence)
	for unit, values := range units {
		if unit != r.Plan.Metric {
			if p.Units == nil {
				p.Units = map[string]float64{}
			}
			p.Units[unit] = stats.Median(values)
		}
	}
	return p
}

// ratio is value ÷ best of a loss.
func ratio(e record.Estimate, larger bool) record.Estimate {
	if larger {
		e.Center, e.Lo, e.Hi = -e.Center, -e.Hi, -e.Lo
	}
	e.Center, e.Lo, e.Hi = math.Exp(e.Center), math.Exp(e.Lo), math.Exp(e.Hi)
	return e
}

// bestOf is what a group comes to.
func (r Rules) bestOf(s standing) record.GroupBest {
	g := record.GroupBest{Best: s.best, Settled: s.settled(), Choice: -1, Default: -1}
	for _, i := range s.points {
		if r.Points[i].Default {
			g.Default = i
		}
	}
	if s.best < 0 {
		return g
	}
	good := slices.DeleteFunc(slices.Clone(s.points), func(i int) bool { return !s.within(i) })
	g.Choice = slices.MinFunc(good, r.byFrugality)
	for f := range r.Factors {
		if k, ok := r.knee(s, f); ok {
			g.Knees = append(g.Knees, k)
		}
	}
	return g
}

// within reports whether point i is as good as the best, but for the margin, as far as one can tell.
func (s standing) within(i int) bool {
	if i == s.best {
		return true
	}
	e := s.between(i, s.best)
	return e.N > 0 && e.Center <= s.rules.margin()
}

// byFrugality puts what needs no setting first, and then what takes least: of all factors
// together, each from 0 to 1, and of the first ones where that is the same.
func (r Rules) byFrugality(a, b int) int {
	if x, y := r.Points[a], r.Points[b]; x.Default != y.Default {
		if x.Default {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(r.takes(a), r.takes(b)); c != 0 {
		return c
	}
	return slices.Compare(r.Points[a].Levels, r.Points[b].Levels)
}

// takes is how much a point lets the program have, as a sum over the factors with an order.
func (r Rules) takes(point int) (sum float64) {
	for f, factor := range r.Factors {
		if factor.Ranks != nil {
			sum += float64(max(0, r.rank(f, point))) / float64(len(factor.Levels))
		}
	}
	return sum
}

// rank is the place of a point's level in the order of the factor, which has one.
func (r Rules) rank(f, point int) int { return r.Factors[f].Ranks[r.Points[point].Levels[f]] }

// knee finds the smallest level of a factor that is within the margin of the best, the
// other settings being as they are at the best point. The largest is no knee, nor is one of
// two levels that are the same.
func (r Rules) knee(s standing, f int) (record.Knee, bool) {
	if r.Factors[f].Ranks == nil || r.Factors[f].Given {
		return record.Knee{}, false
	}
	line := slices.DeleteFunc(slices.Clone(s.points), func(i int) bool {
		for g, level := range r.Points[i].Levels {
			if g != f && level != r.Points[s.best].Levels[g] {
				return true
			}
		}
		return r.rank(f, i) < 0
	})
	slices.SortFunc(line, func(a, b int) int { return cmp.Compare(r.rank(f, a), r.rank(f, b)) })
	at := slices.IndexFunc(line, s.within)
	if at <= 0 || at == len(line)-1 {
		return record.Knee{}, false
	}
	return record.Knee{Factor: f, Level: r.Points[line[at]].Levels[f], Point: line[at]}, true
}
