package account

import (
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/trace/event"
)

// Hit is what a flight recorder has waited for: a time, in ns of CLOCK_MONOTONIC, and
// the goroutine or else the thread that it happened to. Without both, it happened to
// all Ps.
type Hit struct {
	What     string
	From, To int64
	G        int64
	TID      int32
}

// hit accounts for one.
type hit struct {
	*Hit
	tally tally
	ran   []record.Link
}

// about reports whether it happened to a goroutine.
func (h *hit) about(g int64) bool { return h.Hit != nil && h.G == g }

// overlap is ns of a piece within the hit.
func (h *hit) overlap(p *event.Piece) int64 {
	if h.Hit == nil {
		return 0
	}
	return max(0, min(p.End, h.To)-max(p.Start, h.From))
}

func (h *hit) goroutine(p *event.Piece, parts []waitPart) {
	if !h.about(p.Lane.ID) || h.G == 0 {
		return
	}
	if ns := h.overlap(p); ns > 0 {
		h.tally.add(p, ns)
		h.tally.waits.addParts(parts, ns, p.Duration())
	}
}

func (h *hit) thread(p *event.Piece) {
	if ns := h.overlap(p); ns > 0 && h.G == 0 && int64(h.TID) == p.Lane.ID {
		h.tally.add(p, ns)
	}
}

func (h *hit) proc(b *Book, p *event.Piece) {
	ns := h.overlap(p)
	if ns == 0 {
		return
	}
	if h.G == 0 && h.TID == 0 {
		h.tally.add(p, ns)
	}
	link := record.Link{Item: p.Item, Detail: p.Detail, Where: b.place(p.Stack)}
	if g := b.groupOf(p.G); g != nil {
		link.Who = g.name
	}
	if one := findUpTo(&h.ran, link, maxNames, sameLink); one != nil {
		one.Ns += float64(ns)
	}
}

// hitReport is the account of the hit; nil without one.
func (b *Book) hitReport(begin int64, stops record.Stops) *record.Hit {
	h := &b.hit
	if h.Hit == nil {
		return nil
	}
	total := h.tally.sum()
	if h.G != 0 || h.TID != 0 {
		total = h.To - h.From // what was kept may begin later
	}
	r := &record.Hit{What: h.What, From: h.From - begin, To: h.To - begin, Who: whoPs, G: h.G, TID: h.TID, Account: h.tally.account(b, total, 1), Ran: most(h.ran, maxToldLinks, func(l record.Link) float64 { return l.Ns })}
	switch {
	case h.G != 0:
		r.Who = fmt.Sprintf("goroutine %d", h.G)
		if g := b.groupOf(h.G); g != nil {
			r.Who += " (" + g.name + ")"
		}
	case h.TID != 0:
		r.Who = fmt.Sprintf("thread %d", h.TID)
		if name := b.threads.name(int64(h.TID)); name != "" {
			r.Who += " (" + name + ")"
		}
	}
	for i := range stops.Worst {
		w := &stops.Worst[i]
		if o := min(w.To, r.To) - max(w.From, r.From); o > (r.To-r.From)/2 {
			r.Stop = w
			break
		}
	}
	return r
}

// causesOfHit says why a hit happened.
func causesOfHit(e record.Explanation) []record.Cause {
	h := e.Hit
	if h == nil {
		return nil
	}
	x := explainer{Explanation: e, iv: record.Interval{Count: 1, Who: h.Who}, view: record.ViewHit, subject: subject{capital(h.Who), "was", h.Who + " wanted one"}}
	x.intro = fmt.Sprintf("%s for %s at %s: ", h.What, ns(h.To-h.From), ns(h.From))
	if h.Who == whoPs {
		x.subject = subjectOf(record.Interval{Who: whoPs})
	}
	all := x.causes(h.Account)
	for i := range all {
		switch c := &all[i]; {
		case c.Item == record.ItemRunnable || c.Item == record.ItemStopped && h.Stop == nil:
			c.Evidence, c.Who, c.Where = "", "", ""
			if len(h.Ran) > 0 {
				c.Evidence = "on the Ps meanwhile: " + meanwhile(h.Ran, h.Account.Total)
			}
			if i := slices.IndexFunc(h.Ran, func(l record.Link) bool { return l.Who != "" }); i >= 0 {
				c.Who, c.Where = h.Ran[i].Who, h.Ran[i].Where
			}
		}
	}
	if h.Stop != nil {
		all = slices.DeleteFunc(all, func(c record.Cause) bool { return c.Item == record.ItemStopped })
		all = append([]record.Cause{stopCause(*h.Stop, h, x.intro)}, all...)
	}
	return all
}

// stopCause says why a stop of the world took as long as it did: because somebody was
// late to stop, or for what was done meanwhile.
func stopCause(w record.WorldStop, h *record.Hit, intro string) record.Cause {
	ns := float64(min(w.To, h.To) - max(w.From, h.From))
	c := record.Cause{View: record.ViewHit, Item: record.ItemStopped, Ns: ns, Share: ns / float64(h.To-h.From), Sure: record.Seen, Who: w.Who, Where: w.Where,
		Sentence: intro + fmt.Sprintf("%s stopped the world (%s) for %s.", whose(w.Who), w.Name, unit.Nanoseconds(float64(w.To-w.From))), Evidence: inStop(w)}
	late := w.Stopping > (w.To-w.From)/2
	if late {
		c.Who, c.Where = w.Last.Who, w.Last.Where
	}
	c.Fix = stopFix(w.Name, late)
	return c
}
