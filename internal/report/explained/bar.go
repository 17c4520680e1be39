package explained

import (
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// part is what one item takes of a bar, ns.
type part struct {
	look
	ns float64
}

// parts sums a up by item, in order of first appearance, and ends with what is
// left over. What is negative has no length to draw.
func parts(a record.Account) []part {
	var ps []part
	for _, e := range a.Entries {
		l := lookOf(e.Item)
		i := slices.IndexFunc(ps, func(p part) bool { return p.look == l })
		if i < 0 {
			i = len(ps)
			ps = append(ps, part{look: l})
		}
		ps[i].ns += max(0, e.Ns)
	}
	return append(ps, part{residual, max(0, a.Residual)})
}

// bar stacks the items of a over width columns. Ends are rounded rather than
// lengths, so that errors do not add up.
func bar(a record.Account, width int) []sheet.Span {
	var spans []sheet.Span
	ps := parts(a)
	var total, sum float64
	for _, p := range ps {
		total += p.ns
	}
	if !(total > 0) || !wording.Finite(total) {
		return nil
	}
	drawn := 0
	for _, p := range ps {
		sum += p.ns
		end := int(math.Round(float64(width) * sum / total))
		if end > drawn {
			spans = append(spans, p.draw(end-drawn))
		}
		drawn = max(drawn, end)
	}
	return spans
}

// reach is how many of room columns a bar takes at that scale.
func reach(total, full float64, room int) int {
	if !(total > 0 && full > 0 && wording.Finite(total)) {
		return 0
	}
	return int(math.Round(float64(room) * min(1, total/full)))
}

// Sizes of bars in columns.
const (
	longest = 100 // of any width
	least   = 5   // of the shortest bar on a scale
)

// scale finds the length that room columns stand for, so that bars of most
// lengths are on one scale and the shortest of them is still visible; 0 when
// there are none.
func scale(totals []float64, room int) float64 {
	totals = slices.DeleteFunc(slices.Clone(totals), func(t float64) bool { return !(t > 0 && wording.Finite(t)) })
	if len(totals) == 0 {
		return 0
	}
	limit := slices.Min(totals) * max(1, float64(room)/least)
	full := 0.0
	for _, t := range totals {
		if t <= limit {
			full = max(full, t)
		}
	}
	return full
}
