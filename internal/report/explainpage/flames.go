package explainpage

import (
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
			all = append(all, flame.New(*f.root, flame.Options{Title: f.title, Whole: true}))
		}
	}
	return all
}
