package explainpage

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// beside is the account of what a scene is about: template "beside".
type beside struct {
	Scene   int // from 0
	Name    string
	About   []string
	Total   string
	Stack   stack
	Rows    []row
	Figures []fact    // of the stop of the world that it is
	Ran     []ranLine // what the Ps did meanwhile
}

// ranLine is what a P did.
type ranLine struct {
	doing
	Ns string
}

// newBesides are the accounts of what scenes are about, as far as there are any. A
// hit has one even where nothing is drawn.
func newBesides(e record.Explanation, scenes []record.Scene) []beside {
	var all []beside
	for i, s := range scenes {
		if b, ok := besideScene(e, s.Focus); ok {
			b.Scene = i
			all = append(all, b)
		}
	}
	if len(scenes) == 0 && e.Hit != nil {
		all = append(all, besideHit(*e.Hit))
	}
	return all
}

// besideScene is the account of what happened exactly then.
func besideScene(e record.Explanation, then record.Span) (beside, bool) {
	if h := e.Hit; h != nil && then == (record.Span{From: h.From, To: h.To}) {
		return besideHit(*h), true
	}
	for _, in := range e.Intervals {
		for _, b := range in.Bars {
			if then == (record.Span{From: b.From, To: b.To}) {
				return besideBar(in, b), true
			}
		}
	}
	return beside{}, false
}

func besideBar(in record.Interval, b record.Bar) beside {
	v := newBeside(b.Name+" of "+in.Name, b.Account)
	v.About = []string{wording.StretchOf(in.Kind).One}
	if b.Count > 1 {
		v.About = append(v.About, fmt.Sprintf("the mean of %s of about this length", wording.Grouped(b.Count)),
			"the timeline shows one that took "+wording.Ns(float64(b.To-b.From)))
	}
	return v
}

func besideHit(h record.Hit) beside {
	v := newBeside(h.What, h.Account)
	v.About = []string{"for " + wording.Ns(float64(h.To-h.From)), "at " + moment(h.From), "time of " + h.Who}
	if w := h.Stop; w != nil {
		v.Figures = stopFacts(*w)
	}
	for _, l := range h.Ran {
		v.Ran = append(v.Ran, ranLine{newDoing(l), wording.Ns(l.Ns)})
	}
	return v
}

func newBeside(name string, a record.Account) beside {
	return beside{Name: name, Total: wording.Ns(a.Total), Stack: newStack(a, needs(a)), Rows: rows([]record.Account{a})}
}
