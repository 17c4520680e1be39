package versuspage

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/flame"
	"tare/internal/report/wording"
)

// topFunctions is how many functions of a profile the table lists.
const topFunctions = 12

// profile is the CPU profile of both sides.
type profile struct {
	Title     string // how sure the table is
	Functions []functionLine
	More      string // what the table leaves out, or empty
	Flame     flame.Graph
}

// functionLine is one function; times are per op.
type functionLine struct {
	Name           string
	Old, New, Diff string // of its own
	Noise          string // of that, or that it is no more
	Changed        bool   // by more than noise
	Cum            string // change with everything that it calls
}

func newProfile(d *record.ProfileDiff) *profile {
	if d == nil {
		return nil
	}
	p := &profile{Flame: flame.New(d.Root, flame.Options{Samples: d.Samples, Functions: d.Functions})}
	p.Title = fmt.Sprintf("time of their own, per op%s; %s and %s samples", wording.NoneChanged(d), wording.Grouped(d.Samples[0]), wording.Grouped(d.Samples[1]))
	for _, f := range d.Functions[:min(topFunctions, len(d.Functions))] {
		p.Functions = append(p.Functions, functionLine{
			Name: f.Name, Old: wording.Ns(f.OldFlat), New: wording.Ns(f.NewFlat),
			Diff: difference(f.NewFlat-f.OldFlat, wallUnit), Noise: wording.Noise(f), Changed: f.Changed(), Cum: difference(f.NewCum-f.OldCum, wallUnit),
		})
	}
	if more := len(d.Functions) - topFunctions; more > 0 {
		p.More = fmt.Sprintf("and %s that changed less", unit.Plural(more, "function"))
	}
	return p
}
