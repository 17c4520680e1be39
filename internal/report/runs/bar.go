package runs

import (
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// barWidth is the number of blocks that stand for a whole bill: 5 % each.
const barWidth = 20

// blocks draws each item; what the benchmark itself used is the most solid.
var blocks = map[string]string{
	"on-CPU":    "█",
	"throttled": "▓",
	"waiting":   "▒",
	"stolen":    "░",
	"GC pause":  "▚",
	"blocked":   "▁",
	"residual":  "·",
}

// bar stacks the bill's items. Ends are rounded rather than lengths, so that
// errors do not add up and the bar is always barWidth long; an item below 2.5 %
// may get no block. Negative items (a residual of readings that overlap) have
// no length to draw and count as zero.
func bar(b record.Bill) string {
	var total float64
	for _, item := range b.Items() {
		total += max(0, item.Ns)
	}
	if total == 0 || !wording.Finite(total) {
		return ""
	}
	var sb strings.Builder
	var sum float64
	var drawn int
	for _, item := range b.Items() {
		sum += max(0, item.Ns)
		end := int(math.Round(barWidth * sum / total))
		sb.WriteString(strings.Repeat(blocks[item.Name], end-drawn))
		drawn = end
	}
	return sb.String()
}

// barLegend explains the blocks of the items that have a column.
func barLegend(items []column) string {
	var parts []string
	for _, c := range items {
		parts = append(parts, blocks[c.Title]+" "+c.Title)
	}
	return strings.Join(parts, ", ")
}
