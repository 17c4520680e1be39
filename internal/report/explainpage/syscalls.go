package explainpage

import (
	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// syscallLine is one system call, with a bar that is the longer the more often
// it was made.
type syscallLine struct {
	Name, Count, PerSec string
	Width               chart.Coord
}

func newSyscalls(counts []record.SyscallCount) []syscallLine {
	var most int64
	for _, c := range counts {
		most = max(most, c.Count)
	}
	var all []syscallLine
	for _, c := range counts {
		l := syscallLine{Name: c.Name, Count: wording.Grouped(c.Count), PerSec: wording.Number(c.PerSec, "")}
		if most > 0 {
			l.Width = chart.Percent(float64(c.Count) / float64(most))
		}
		all = append(all, l)
	}
	return all
}
