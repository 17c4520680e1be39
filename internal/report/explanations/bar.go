package explanations

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// stretch is what one item takes of a bar, ns.
type stretch struct {
	item record.Item
	ns   float64
}

// stretches sums a up by item, in order of first appearance, and ends with what is left
// over. What is negative, or no number, has no length to draw.
func stretches(a record.Account) []stretch {
	var ss []stretch
	add := func(item record.Item, ns float64) {
		if !(ns > 0) || !wording.Finite(ns) {
			ns = 0
		}
		i := slices.IndexFunc(ss, func(s stretch) bool { return s.item == item })
		if i < 0 {
			i = len(ss)
			ss = append(ss, stretch{item: item})
		}
		ss[i].ns += ns
	}
	for _, e := range a.Entries {
		if e.Item >= record.Items {
			e.Item = record.ItemUnknown
		}
		add(e.Item, e.Ns)
	}
	add(residualItem, a.Residual)
	return ss
}

func sum(ss []stretch) (all float64) {
	for _, s := range ss {
		all += s.ns
	}
	return all
}

// bar stacks the items of a over width columns of a terminal. Ends are rounded rather than
// lengths, so that errors do not add up.
func bar(a record.Account, width int) model.Text {
	ss := stretches(a)
	total := sum(ss)
	if !(total > 0) || !wording.Finite(total) {
		return nil
	}
	var text model.Text
	drawn, before := 0, 0.0
	for _, s := range ss {
		before += s.ns
		end := int(math.Round(float64(width) * before / total))
		if end > drawn {
			text = append(text, lookOf(s.item).draw(end-drawn))
		}
		drawn = max(drawn, end)
	}
	return text
}

// barCell is a bar of a, reach (0 to 1) of the column long.
func barCell(a record.Account, reach float64) model.Cell {
	return model.Cell{
		Fill:    func(width int) model.Text { return bar(a, int(math.Round(reach*float64(width)))) },
		Picture: newStack(a, reach),
	}
}

// uneven is by how much bars may differ in length before they cannot be read on one scale.
const uneven = 20

// scale finds the length that a whole column stands for, so that bars of most lengths are
// on one scale and the shortest of them is still visible; 0 when there are none.
func scale(totals []float64) float64 {
	totals = slices.DeleteFunc(slices.Clone(totals), func(t float64) bool { return !(t > 0 && wording.Finite(t)) })
	if len(totals) == 0 {
		return 0
	}
	limit := slices.Min(totals) * uneven
	full := 0.0
	for _, t := range totals {
		if t <= limit {
			full = max(full, t)
		}
	}
	return full
}

// reach is the part of a column that a bar takes at that scale.
func reach(total, full float64) float64 {
	if !(total > 0 && full > 0 && wording.Finite(total)) {
		return 0
	}
	return min(1, total/full)
}

// factor is by how much a bar is drawn too short: "1:239"; empty where it is not.
func factor(total, full float64) string {
	by := total / full
	switch {
	case !(by > 1) || reach(total, full) == 0:
		return ""
	case by < 10:
		return fmt.Sprintf("1:%.1f", by)
	case by >= 99999:
		return fmt.Sprintf("1:%.0e", by)
	}
	return fmt.Sprintf("1:%.0f", by)
}
