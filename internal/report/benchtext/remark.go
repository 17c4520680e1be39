package benchtext

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
)

// remarks tells a person what the results rest on, one fact per line.
func remarks(run record.Run) []string {
	rs := []string{
		fmt.Sprintf("tare %s, started %s", run.Tare, run.Started.Format(time.RFC3339)),
	}
	if len(run.Args) > 0 {
		rs = append(rs, "command: tare "+strings.Join(run.Args, " "))
	}
	if run.ID != "" {
		rs = append(rs, "run: "+run.ID)
	}
	return append(rs,
		"source: "+source(run.Source),
		fmt.Sprintf("machine: kernel %s, %d CPUs, %d usable", run.Machine.Kernel, run.Machine.CPUs, run.Machine.Affinity),
		"cell: "+cell(run.Cell),
		"plan: "+plan(run.Plan),
		"a time of 0 is written in seconds: benchstat would file 0 ns under another unit than the rest",
	)
}

func source(s record.Source) string {
	parts := []string{s.Module, s.GoVersion}
	switch {
	case s.VCSStatus != record.Measured:
		parts = append(parts, "revision unknown")
	case s.Dirty:
		parts = append(parts, s.Revision+" with local changes")
	default:
		parts = append(parts, s.Revision)
	}
	return strings.Join(parts, ", ")
}

func cell(c record.Cell) string {
	parts := []string{"level " + c.Level}
	if c.Quota > 0 {
		parts = append(parts, fmt.Sprintf("quota %g CPUs per %d µs", c.Quota, c.Period))
	}
	if c.CPUs != "" {
		parts = append(parts, "CPUs "+c.CPUs)
	}
	if c.Memory > 0 {
		parts = append(parts, fmt.Sprintf("memory %d bytes", c.Memory))
	}
	if c.Weight > 0 {
		parts = append(parts, fmt.Sprintf("CPU weight %d", c.Weight))
	}
	if c.GOMAXPROCS > 0 {
		parts = append(parts, fmt.Sprintf("GOMAXPROCS %d", c.GOMAXPROCS))
	}
	for _, kv := range c.Env {
		parts = append(parts, "env "+kv)
	}
	if !c.ASLR {
		parts = append(parts, "no ASLR")
	}
	return strings.Join(parts, ", ")
}

func plan(p record.Plan) string {
	window := "benchtime " + p.Benchtime.String()
	if p.Iters > 0 {
		window = fmt.Sprintf("benchtime %dx", p.Iters)
	}
	target := ""
	if p.Target > 0 { // a variant of a comparison has none
		target = fmt.Sprintf(" target ±%g%%, CV up to %g%%,", 100*p.Target, 100*p.MaxCV)
	}
	return fmt.Sprintf("%s, %d to %d rounds,%s seed %d", window, p.MinRounds, p.MaxRounds, target, p.Seed)
}

// oneLine keeps text from ending its line and starting one that means something.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
