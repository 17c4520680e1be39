package account

import (
	"fmt"

	"tare/internal/record"
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
func (h *hit) overlap(p *record.Piece) int64 {
	if h.Hit == nil {
		return 0
	}
	return max(0, min(p.End, h.To)-max(p.Start, h.From))
}

func (h *hit) goroutine(p *record.Piece, parts []waitPart) {
	if !h.about(p.Lane.ID) || h.G == 0 {
		return
	}
	if ns := h.overlap(p); ns > 0 {
		h.tally.add(p, ns)
		h.tally.addWaits(parts, ns, p.Duration())
	}
}

func (h *hit) thread(p *record.Piece) {
	if ns := h.overlap(p); ns > 0 && h.G == 0 && int64(h.TID) == p.Lane.ID {
		h.tally.add(p, ns)
	}
}

func (h *hit) proc(b *Book, p *record.Piece) {
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
	if len(h.ran) < maxNames {
		find(&h.ran, link, sameLink).Ns += float64(ns)
	}
}

// hitReport is the account of the hit; nil without one.
func (b *Book) hitReport(begin int64, stops record.Stops) *record.Hit {
	h := &b.hit
	if h.Hit == nil {
		return nil
	}
	r := &record.Hit{What: h.What, From: h.From - begin, To: h.To - begin, Who: whoPs, G: h.G, TID: h.TID, Account: h.tally.account(b, h.tally.sum(), 1), Ran: most(h.ran, maxToldLinks, func(l record.Link) float64 { return l.Ns })}
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
			c.Evidence, c.Who, c.Where = "on the Ps meanwhile: "+meanwhile(h.Ran, h.Account.Total), "", ""
			if len(h.Ran) > 0 {
				c.Who, c.Where = h.Ran[0].Who, h.Ran[0].Where
			}
		}
	}
	if h.Stop != nil {
		all = append([]record.Cause{stopCause(*h.Stop, x.intro)}, all...)
	}
	return all
}

// stopCause says why a stop of the world took as long as it did: because somebody was
// late to stop, or for what was done meanwhile.
func stopCause(w record.WorldStop, intro string) record.Cause {
	whole := float64(w.To - w.From)
	c := record.Cause{View: record.ViewHit, Item: record.ItemStopped, Ns: whole, Share: 1, Sure: record.Seen, Who: w.Who, Where: w.Where,
		Sentence: intro + fmt.Sprintf("%s stopped the world (%s) for %s.", whose(w.Who), w.Name, ns(w.To-w.From)), Evidence: inStop(w)}
	if float64(w.Stopping) > whole/2 {
		c.Who, c.Where = w.Last.Who, w.Last.Where
	}
	return c
}
