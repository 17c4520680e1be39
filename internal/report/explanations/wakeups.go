package explanations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/wording"
)

// queue is where those wait that can run.
type queue struct {
	who, what string // who waits, for what
	means     string
	lane      string // what there is one queue for
	record.Delays
}

// wakeups says how long goroutines and threads that could run waited for their turn.
func (r report) wakeups() []model.Block {
	var queues []queue
	for _, q := range []queue{
		{"goroutines", "a P", "runnable until running on a P", "P", r.Wakeups.Goroutines},
		{"threads", "a CPU", "woken until on a CPU", "CPU", r.Wakeups.Threads},
	} {
		if q.Count > 0 {
			queues = append(queues, q)
		}
	}
	lo, hi := used(queues)
	if lo >= hi {
		return nil
	}
	var texts []string
	var parts []model.Block
	for _, q := range queues {
		texts = append(texts, fmt.Sprintf("%s p50 %s, p99 %s, worst %s of %s waits for %s", q.who, ns(q.P50), ns(q.P99), ns(q.Worst), wording.Grouped(q.Count), q.what))
		parts = append(parts, q.section(r.Duration))
	}
	return []model.Block{part("queues", "Run-queue wait", strings.Join(texts, "; "), sparklines(queues, lo, hi), model.Beside{Detail: model.Paged, Blocks: parts})}
}

// used are the first step with a delay in one of queues, and the one behind the last.
func used(queues []queue) (lo, hi int) {
	lo = math.MaxInt
	for _, q := range queues {
		for step, n := range q.Steps {
			if n > 0 {
				lo, hi = min(lo, step), max(hi, step+1)
			}
		}
	}
	return lo, hi
}

// sparklines are histograms on one axis, for terminals.
func sparklines(queues []queue, lo, hi int) model.Figure {
	return model.Figure{Detail: model.Verbose, Lines: func(width int) []model.Text {
		const margin = len("goroutines") + 2
		cell := max(1, min(3, (width-margin)/(hi-lo)))
		var all []model.Text
		for _, q := range queues {
			all = append(all, model.Joined(words(plain.Pad(q.who, margin)), model.Lit(cyan, sparkline(q.Steps, lo, hi, cell))))
		}
		blank := words(plain.Pad("", margin))
		return append(all, model.Joined(blank, model.Lit(model.Quiet, axis(lo, hi, cell))), model.Joined(blank, model.Lit(model.Quiet, "heights are logarithms of counts")))
	}}
}

// section is the queue on a page: a histogram, and heat maps by lane and over time.
func (q queue) section(duration int64) model.Section {
	s := model.Section{Title: words(capital(q.who)), Result: words(q.means), Open: true, Minor: true, Blocks: []model.Block{q.histogram()}}
	for _, h := range []*model.Figure{byLane(q), byTime(q, duration)} {
		if h != nil {
			s.Blocks = append(s.Blocks, *h)
		}
	}
	return s
}

// histogram lists the steps from the first to the last one with a delay.
func (q queue) histogram() model.Table {
	t := model.Table{Columns: []model.Column{{Title: "delay", Head: true}, {Left: true, Wide: true}, {Title: "count"}, {Title: "and longer"}}}
	var all, most int64
	for _, n := range q.Steps {
		all, most = all+max(n, 0), max(most, n)
	}
	left := all
	lo, hi := used([]queue{q})
	for step := lo; step < hi; step++ {
		n := max(q.Steps[step], 0)
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			{Text: words(between(step)), Tip: fmt.Sprintf("%s, %s", unit.Plural(int(n), "delay"), wording.Share(float64(n)/float64(all), 0))},
			{Picture: newBar(record.ItemRunning, float64(n)/float64(most))},
			said(wording.Grouped(n)), {Text: model.Lit(model.Quiet, wording.Share(float64(left)/float64(all), 1))},
		}})
		left -= n
	}
	return t
}

// between is a step in words: step i holds delays from 2^(i−1) ns on.
func between(step int) string {
	if step == 0 {
		return "< " + power(0)
	}
	return power(step-1) + " – " + power(step)
}

// sparkline draws the logarithms of counts, so that single outliers show beside millions.
func sparkline(steps []int64, lo, hi, cell int) string {
	heights := []rune("▁▂▃▄▅▆▇█")
	top := math.Log(float64(slices.Max(steps)) + 1)
	var b strings.Builder
	for i := lo; i < hi; i++ {
		r := ' '
		if i < len(steps) && steps[i] > 0 {
			r = heights[int(math.Log(float64(steps[i])+1)/top*float64(len(heights)-1)+0.5)]
		}
		b.WriteString(strings.Repeat(string(r), cell))
	}
	return b.String()
}

// axis labels steps where they begin.
func axis(lo, hi, cell int) string {
	const room = len("|999ms ")
	every := (room + cell - 1) / cell
	var b strings.Builder
	for i := lo; i < hi; i += every {
		b.WriteString(plain.Pad("|"+power(i-1), every*cell))
	}
	return b.String()
}

// power prints 2^n ns in two digits or three.
func power(n int) string {
	v := math.Exp2(float64(n))
	for _, unit := range []string{"ns", "µs", "ms"} {
		if v < 1000 {
			return short(v) + unit
		}
		v /= 1000
	}
	return short(v) + "s"
}

func short(v float64) string {
	if v < 10 && v != math.Trunc(v) {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
