package explanations

import (
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// syscalls lists the system calls that were made most often.
func (r report) syscalls() []model.Block {
	if len(r.Syscalls) == 0 {
		return nil
	}
	var often []string
	most := 0.0
	t := model.Table{Detail: model.Verbose, Columns: []model.Column{{Title: "call", Left: true, Head: true}, {Title: "per second"}, {Title: "count"}, {Left: true, Wide: true, Detail: model.Paged}}}
	for n, c := range r.Syscalls {
		if n < fewSyscalls {
			often = append(often, c.Name+" "+rate(c.PerSec))
		}
		most = max(most, float64(c.Count))
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			{Text: model.Lit(model.Code, c.Name)}, said(rate(c.PerSec)), said(wording.Grouped(c.Count)), {Picture: newBar(record.ItemSyscallOn, float64(c.Count)/most)},
		}})
	}
	return []model.Block{part("syscalls", "System calls per second", strings.Join(often, ", "), t)}
}

// fewSyscalls is how many of them are named in one line.
const fewSyscalls = 8

func rate(perSecond float64) string {
	if perSecond >= 10 {
		perSecond = math.Round(perSecond)
	}
	return wording.Number(perSecond, "calls/s")
}
