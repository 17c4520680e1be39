package explainpage

import (
	"strings"

	"tare/internal/record"
	"tare/internal/report/flame"
)

func newFlames(d Document) []flame.Graph {
	var all []flame.Graph
	for _, f := range []struct {
		title string
		root  *record.Frame
	}{
		{"On a CPU, by stack", d.OnCPU},
		{"Off CPU, by the stack that waits", d.OffCPU},
	} {
		if f.root != nil {
			all = append(all, whole(flame.New(*f.root, flame.Options{Title: f.title})))
		}
	}
	return all
}

// whole words a graph's times as those of the recording: package flame knows
// benchmarks only, whose times are per op.
func whole(g flame.Graph) flame.Graph {
	g.Totals = strings.ReplaceAll(g.Totals, "/op", "")
	for i, b := range g.Boxes {
		name, times, _ := strings.Cut(b.Tip, "\n")
		g.Boxes[i].Tip = name + "\n" + strings.ReplaceAll(times, "/op", "")
	}
	return g
}
