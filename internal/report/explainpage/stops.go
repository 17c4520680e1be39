package explainpage

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// stops are the stop-the-worlds.
type stops struct {
	Figures []fact
	Worst   []worldStop // longest first
}

// worldStop is one stop-the-world, with what stretched it.
type worldStop struct {
	At, Name, Length     string
	Throttled, Preempted string
	Stack                stack
	Show                 *show
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
		v.Figures = append(v.Figures, fact{Name: "GC marking", Value: fmt.Sprintf("%s, %s", wording.Count(s.GCCycles, "cycle"), wording.Ns(float64(s.GCTotal)))})
	}
	scale := 0.0
	for _, w := range s.Worst {
		scale = max(scale, float64(w.To-w.From))
	}
	for _, w := range s.Worst {
		v.Worst = append(v.Worst, newWorldStop(w, scale, e.Kernel.Sure, l))
	}
	return v
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
