package main

import (
	"cmp"
	"errors"
	"slices"

	"tare/eval/causes/diary"
	"tare/internal/record"
)

// account is what a diary says about a recording, as tare's views have it. Times are
// ns.
type account struct {
	span  record.Span // of the recording
	units []diary.Entry
	lost  [diary.Plants]float64 // to the process, beside the units
	hit   []diary.Entry         // what overlaps the hit, if there is one
}

// readDiary keeps what lies within a recording.
func readDiary(all []diary.Entry, e *record.Explanation) (account, error) {
	a := account{span: record.Span{From: e.Begin, To: e.Begin + e.Duration}}
	for _, entry := range all {
		if entry.Unit {
			if entry.From >= a.span.From && entry.To <= a.span.To {
				a.units = append(a.units, entry)
			}
		} else if part := overlap(entry, a.span); part > 0 {
			for i, ns := range entry.Lost {
				a.lost[i] += float64(ns) * float64(part) / float64(entry.Length())
			}
		}
		if h := e.Hit; h != nil && overlap(entry, record.Span{From: e.Begin + h.From, To: e.Begin + h.To}) > 0 {
			a.hit = append(a.hit, entry)
		}
	}
	if len(a.units) == 0 {
		return a, errors.New("the program's diary has nothing about the time of the recording")
	}
	slices.SortFunc(a.units, func(x, y diary.Entry) int { return cmp.Compare(x.Length(), y.Length()) })
	return a, nil
}

func overlap(e diary.Entry, s record.Span) int64 { return min(e.To, s.To) - max(e.From, s.From) }

// size is how much a plant took of a view.
type size struct {
	ns    float64
	share float64 // of the view
}

// size returns what the program says about a plant in a view.
func (a account) size(i int, p plant, view record.View) size {
	switch view {
	case record.ViewP99, record.ViewWorst:
		slow, median := a.about(.985, .995), a.about(.45, .55)
		if view == record.ViewWorst {
			slow = a.units[len(a.units)-1:]
		}
		ns := mean(slow, func(e diary.Entry) int64 { return e.Lost[i] }) - mean(median, func(e diary.Entry) int64 { return e.Lost[i] })
		return size{ns, ns / mean(slow, diary.Entry.Length)}
	case record.ViewProcess:
		ns := a.lost[i]
		if ns == 0 {
			ns = float64(len(a.units)) * mean(a.units, func(e diary.Entry) int64 { return e.Lost[i] })
		}
		return size{ns, ns / float64(a.span.To-a.span.From)}
	case record.ViewHit:
		return a.sizeOfHit(i, p)
	}
	ns := mean(a.units, func(e diary.Entry) int64 { return e.Lost[i] })
	if p.losses {
		ns = a.lost[i] / float64(len(a.units))
	}
	return size{ns, ns / mean(a.units, diary.Entry.Length)}
}

// sizeOfHit is the greatest single loss at the time of the hit.
func (a account) sizeOfHit(i int, p plant) size {
	var most diary.Entry
	for _, e := range a.hit {
		if e.Unit != p.losses && e.Lost[i] > most.Lost[i] {
			most = e
		}
	}
	if most.Length() == 0 {
		return size{}
	}
	return size{float64(most.Lost[i]), float64(most.Lost[i]) / float64(most.Length())}
}

// about returns the units between two quantiles of length, one at least.
func (a account) about(low, high float64) []diary.Entry {
	n := float64(len(a.units))
	from := min(int(low*n), len(a.units)-1)
	return a.units[from:max(from+1, int(high*n))]
}

func mean(all []diary.Entry, of func(diary.Entry) int64) float64 {
	sum := 0.0
	for _, e := range all {
		sum += float64(of(e))
	}
	return sum / float64(len(all))
}

// leastPlanted is the share of a view that a plant has to have for its program to be
// one with this fault.
const leastPlanted = 0.4

// planted reports whether the plants are as large as they are meant to be, in the view
// that shows the first best, and the greater one first.
func (a account) planted(p program) bool {
	best, view := 0.0, record.ViewMean
	for _, v := range p.plants[0].views {
		if s := a.size(0, p.plants[0], v); s.share > best {
			best, view = s.share, v
		}
	}
	if best < leastPlanted {
		return false
	}
	return len(p.plants) < 2 || a.size(1, p.plants[1], view).share < best
}
