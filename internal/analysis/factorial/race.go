package factorial

import (
	"slices"

	"tare/internal/record"
)

// Race follows a sweep round by round. At each look, points that are worse than another one
// of their group leave, and so does a group that has been settled.
type Race struct {
	rules   Rules
	entries map[record.Benchmark]*entry
}

// entry is how far one benchmark has come.
type entry struct {
	dropped map[int]int // by point, the round after which it left
	settled []bool      // by group
}

// NewRace returns the judge of a sweep, a rounds.Selective.
func NewRace(r Rules) *Race {
	return &Race{rules: r, entries: map[record.Benchmark]*entry{}}
}

// Begin implements rounds.Selective: it plans the looks, the last one being that of the
// plan so far.
func (j *Race) Begin(benchmarks int) {
	looks := j.rules.Plan.Looks
	j.rules.Benchmarks = benchmarks
	j.rules.Plan.Looks = j.rules.Looks(looks[len(looks)-1])
}

// Rules are those that it goes by, with the looks that Begin has planned.
func (j *Race) Rules() Rules { return j.rules }

func (j *Race) entry(b record.Benchmark) *entry {
	e := j.entries[b]
	if e == nil {
		e = &entry{dropped: map[int]int{}, settled: make([]bool, len(j.rules.groups()))}
		j.entries[b] = e
	}
	return e
}

// Round implements rounds.Judge.
func (j *Race) Round(b record.Benchmark, trials []record.Trial) (stop record.Stop, more int) {
	e, looks, round := j.entry(b), j.rules.Plan.Looks, trials[len(trials)-1].Round
	most := looks[len(looks)-1]
	if slices.Contains(looks, round) {
		j.look(e, j.rules.losses(trials, round))
	}
	switch {
	case !slices.Contains(e.settled, false):
		return record.StopDecided, 0
	case round >= most:
		return record.StopRounds, 0
	}
	return "", most - round
}

// Need implements rounds.Judge.
func (j *Race) Need(_ record.Benchmark, rounds int) (first, more int) {
	looks := j.rules.Plan.Looks
	return max(0, looks[0]-rounds), max(1, looks[len(looks)-1]-rounds)
}

// Gone implements rounds.Selective: points that were dropped, and those of settled groups.
func (j *Race) Gone(b record.Benchmark) (points []int) {
	e := j.entry(b)
	for i, p := range j.rules.Points {
		if e.dropped[i] > 0 || e.settled[p.Group] {
			points = append(points, i)
		}
	}
	return points
}

// look drops points and settles groups.
func (j *Race) look(e *entry, l losses) {
	for g, points := range j.rules.groups() {
		if e.settled[g] {
			continue
		}
		s := j.rules.standing(l, points, e.dropped)
		for _, i := range s.far() {
			e.dropped[i] = l.rounds[len(l.rounds)-1]
		}
		e.settled[g] = s.settled()
	}
}
