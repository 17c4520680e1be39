package main

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
)

// What causes have to reach.
const (
	nearEnough = 0.10 // of the size that the program's diary has
	near       = 4    // so many causes from the first on can be the smaller plant
)

// verdict says whether tare found a program's plants.
type verdict struct {
	Failed  string // there is nothing to judge: why
	Planted bool   // the program's diary has the plants
	Cause   bool   // the first cause is the first plant
	Size    bool   // of about that size
	Culprit bool   // nobody wrong is named
	Second  bool   // the second plant is among the first causes
	First   record.Cause
	Truth   size
	Sized   bool           // there is a truth to compare with
	Causes  []record.Cause // the first ones
}

func (v verdict) ok() bool {
	return v.Failed == "" && v.Planted && v.Cause && v.Size && v.Culprit && v.Second
}

// judge compares causes with the plants of a program.
func judge(p program, causes []record.Cause, a account) verdict {
	v := verdict{Planted: a.planted(p), Causes: causes[:min(near, len(causes))], Second: true}
	if len(causes) == 0 {
		v.Failed = "tare names no cause"
		return v
	}
	v.First = causes[0]
	greater := p.plants[0]
	v.Cause = about(greater, v.First)
	v.Culprit = names(greater.who, v.First.Who) && names(greater.where, v.First.Where)
	v.Truth = a.size(0, greater, v.First.View)
	v.Sized = compares(p, v.First)
	v.Size = !v.Sized || p.right(v.First, v.Truth)
	if len(p.plants) > 1 {
		v.Second = slices.ContainsFunc(v.Causes, func(c record.Cause) bool { return about(p.plants[1], c) })
	}
	return v
}

// about reports whether a cause is the plant.
func about(p plant, c record.Cause) bool {
	return slices.Contains(p.items, c.Item) && slices.Contains(p.views, c.View)
}

// compares reports whether the program knows what a cause says. Of the whole process
// it knows that for what holds all of it up, and of what only the process counts it
// does not know which units it was.
func compares(p program, c record.Cause) bool {
	greater := p.plants[0]
	switch c.View {
	case record.ViewProcess:
		return greater.atLeast == 0 && (c.Item == record.ItemStopped || c.Item == record.ItemThrottled)
	case record.ViewP99, record.ViewWorst:
		return !greater.losses
	}
	return true
}

// right compares sizes: shares where the units are not what tare tells of.
func (p program) right(c record.Cause, truth size) bool {
	got, want := c.Ns, truth.ns
	if p.byShare(c) {
		got, want = c.Share, truth.share
	}
	low := 1 - nearEnough
	if l := p.plants[0].atLeast; l > 0 {
		low = l
	}
	return got >= low*want && got <= (1+nearEnough)*want
}

// byShare reports whether a cause is about something else than a unit: a benchmark's
// window, or the process.
func (p program) byShare(c record.Cause) bool {
	return c.View == record.ViewProcess || p.how == bench && !slices.Contains(p.flags, "-op")
}

// difference is how far the size is off, as a share of the truth.
func (v verdict) difference(p program) string {
	got, want := v.First.Ns, v.Truth.ns
	if p.byShare(v.First) {
		got, want = v.First.Share, v.Truth.share
	}
	if !v.Sized || want == 0 || math.IsNaN(want) {
		return "–"
	}
	return fmt.Sprintf("%+.0f%%", 100*(got/want-1))
}
