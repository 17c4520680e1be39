package explainpage

import (
	"cmp"
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// stops are the stop-the-worlds.
type stops struct {
	Figures []fact
	Worst   []worldStop // longest first
	By      []stopSum   // most time first
}

// worldStop is one stop-the-world, with what stretched it.
type worldStop struct {
	At, Name, Length     string
	Who, Where           string // who stopped it
	Stopping             string // until everybody had
	Last                 *doing // who was last to stop; nil when that is not known
	Throttled, Preempted string
	Stack                stack
	Show                 *show
}

// stopSum is all stop-the-worlds of one kind that were made at one place.
type stopSum struct {
	Name, Who, Where       string
	Count, Total, Stopping string
}

// newStops shows the stop-the-worlds of e.
func newStops(e record.Explanation, l links) stops {
	s := e.Stops
	var v stops
	if s.Count == 0 {
		return v
	}
	v.Figures = []fact{
		{Name: "stop-the-worlds", Value: wording.Grouped(int64(s.Count))},
		{Name: "in all", Value: wording.Ns(float64(s.Total))},
	}
	if s.Clean > 0 {
		v.Figures = append(v.Figures, fact{Name: "median of the undisturbed", Value: wording.Ns(float64(s.Clean))})
	}
	if s.Stretched > 0 {
		v.Figures = append(v.Figures, fact{Name: "stretched", Value: fmt.Sprintf("%d, by %s", s.Stretched, wording.Ns(float64(s.Kept)))})
	}
	if s.GCCycles > 0 {
		v.Figures = append(v.Figures, fact{Name: "GC marking", Value: fmt.Sprintf("%s, %s", unit.Plural(s.GCCycles, "cycle"), wording.Ns(float64(s.GCTotal)))})
	}
	scale := 0.0
	for _, w := range s.Worst {
		scale = max(scale, float64(w.To-w.From))
	}
	for _, w := range s.Worst {
		v.Worst = append(v.Worst, newWorldStop(w, scale, e.Kernel.Sure, l))
	}
	for _, by := range s.By {
		v.By = append(v.By, stopSum{
			Name: by.Name, Who: cmp.Or(by.Who, wording.None), Where: by.Where,
			Count: wording.Grouped(int64(by.Count)), Total: wording.Ns(float64(by.Total)), Stopping: wording.Ns(float64(by.Stopping)),
		})
	}
	return v
}

// last is who was the last to stop; nil when nobody was, or it is not known.
func last(w record.WorldStop) *doing {
	if w.Stopping == 0 {
		return nil
	}
	d := newDoing(w.Last)
	return &d
}

// stopFacts says who stopped the world, and who was last to stop.
func stopFacts(w record.WorldStop) []fact {
	facts := []fact{{Name: "the world was stopped for", Value: w.Name + ", " + wording.Ns(float64(w.To-w.From))}}
	if w.Who != "" {
		facts = append(facts, fact{Name: "by", Value: strings.TrimSpace(w.Who + " " + w.Where)})
	}
	if d := last(w); d != nil {
		facts = append(facts, fact{Name: "until all had stopped", Value: wording.Ns(float64(w.Stopping))},
			fact{Name: "the last to stop", Value: strings.TrimSpace(d.Who + ", " + d.What + " " + d.Where)})
	}
	return facts
}

func newWorldStop(w record.WorldStop, scale float64, known map[record.KernelFact]record.Sure, l links) worldStop {
	length := w.To - w.From
	a := record.Account{Total: float64(length), Entries: []record.Entry{
		{Item: record.ItemStopped, Ns: float64(length - min(length, w.Throttled+w.Preempted)), Sure: record.Seen},
		{Item: record.ItemThrottled, Ns: float64(w.Throttled), Sure: record.Seen},
		{Item: record.ItemPreempted, Ns: float64(w.Preempted), Sure: record.Seen},
	}}
	return worldStop{
		At: moment(w.From), Name: w.Name, Length: wording.Ns(float64(length)),
		Who: w.Who, Where: w.Where, Stopping: ifKnown(w.Stopping, record.Unknown), Last: last(w),
		Throttled: ifKnown(w.Throttled, known[record.FactThrottled]), Preempted: ifKnown(w.Preempted, known[record.FactSwitches]),
		Stack: newStack(a, scale), Show: l.show(w.From, w.To, record.Lane{}),
	}
}

// ifKnown prints a time of which the kernel recording could tell.
func ifKnown(ns int64, s record.Sure) string {
	if ns == 0 && s == record.Unknown {
		return wording.None
	}
	return wording.Ns(float64(ns))
}
