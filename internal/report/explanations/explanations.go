// Package explanations words where the time of an interval went: what took it and what to
// do about that, an account of every interval, and behind that the evidence from the
// kernel's and Go's side, with a timeline and flame graphs on a page.
package explanations

import (
	"time"

	"tare/internal/record"
	"tare/internal/report/model"
)

// Pictures are what a page shows of a recording besides its explanation.
type Pictures struct {
	Scenes []record.Scene // the first is shown first
	// OnCPU and OffCPU are stacks by the time that they ran and waited, in ns of the
	// recording; nil without any. With Old they are differential.
	OnCPU, OffCPU *record.Frame
	Started       time.Time // when the recording was; zero when that is not known
}

// report is an explanation on its way to a document.
type report struct {
	record.Explanation
	Pictures
}

// Document is the report of e. Sections that nothing was recorded for are left out, and
// what could not be known is said once. A part of the timeline can be linked to: see
// package timeline.
func Document(e record.Explanation, p Pictures) model.Document {
	r := report{e, p}
	doc := model.Document{Title: e.Title, About: r.about(), Command: command(e.Args), Result: r.result(), Foot: foot(), Tare: e.Tare}
	add := func(blocks ...model.Block) { doc.Blocks = append(doc.Blocks, blocks...) }
	add(r.causes()...)
	opened := r.opened()
	if opened {
		add(r.timeline()...)
	}
	add(r.hit()...)
	add(r.intervals()...)
	if !opened {
		add(r.timeline()...)
	}
	add(r.throttling()...)
	add(r.checked()...)
	add(r.stops()...)
	add(r.lanes()...)
	add(r.wakeups()...)
	add(r.syscalls()...)
	add(r.flames()...)
	add(r.cost(), r.warnings(), r.facts())
	return doc
}

// part has a title, what it comes to, and what there is to see of it.
func part(id, title, result string, blocks ...model.Block) model.Section {
	return model.Section{ID: id, Title: words(title), Result: words(result), Blocks: blocks, Open: true}
}
