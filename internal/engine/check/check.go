// Package check is the engine of `tare check`: what this machine does to Go measurements.
package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"tare/internal/analysis/capacity"
	"tare/internal/analysis/findings"
	"tare/internal/engine/exit"
	"tare/internal/host/clock"
	"tare/internal/machine"
	"tare/internal/machine/noise"
	"tare/internal/record"
)

// Request says which machine to look at, and how.
type Request struct {
	Root    string   // directory that is the root of the machine; only / is measured, too
	Require []string // findings, or policies, to judge by; none to judge nothing
	Measure bool     // for about a second
	Tare    string   // version
}

// Run reads, measures, concludes and judges. It fails when ctx ends, and when Require
// names what there is not.
func Run(ctx context.Context, q Request) (record.MachineReport, error) {
	c := record.MachineReport{Started: time.Now(), Tare: q.Tare}
	root := os.DirFS(q.Root)
	c.Machine = machine.Read(root, q.surroundings())
	c.Capacity = capacity.Of(c.Machine, q.program(ctx))
	if !q.here() {
		unknown := record.Missing(record.Undetermined, "the environment of another machine's programs cannot be seen")
		c.Capacity.GOGC, c.Capacity.GOMEMLIMIT = "", record.Limit{Reading: unknown}
	}
	// Nothing of tare's own runs any more when it begins to measure.
	if q.Measure && q.here() {
		c.Noise = listen(ctx, root, &c.Machine, c.Capacity)
	}
	if ctx.Err() != nil {
		return c, exit.Errorf(exit.Broken, "", "interrupted")
	}
	c.Findings = append(findings.Check(c.Machine, c.Capacity, c.Noise), left(q.Root)...)
	offer(c.Findings, q.Root)
	if len(q.Require) > 0 {
		judged, err := findings.Judge(c.Findings, q.Require)
		if err != nil {
			return c, err
		}
		c.Require = &judged
	}
	return c, nil
}

// here reports whether the machine is the one that tare runs on.
func (q *Request) here() bool { return q.Root == "/" }

// surroundings are what this process knows of the machine that no file says. Of
// another one it knows nothing but that only Linux has such files.
func (q *Request) surroundings() machine.Options {
	if !q.here() {
		return machine.Options{GOOS: "linux"}
	}
	dir, _ := os.Getwd()
	return machine.Here(dir)
}

// listen measures, and watches what other processes do meanwhile.
func listen(ctx context.Context, root fs.FS, m *record.Machine, c record.Capacity) *record.Noise {
	if m.GOOS != "linux" { // no /proc to watch, and no pinning
		n := noise.Measure(ctx, noise.Options{System: &clock.System{}})
		m.Facts = append(m.Facts, record.Fact{Group: record.GroupBusy, Name: record.FactNeighbours,
			Status: record.Unsupported, Why: "only read on Linux"})
		return &n
	}
	before, err := machine.Processes(root)
	started := time.Now()
	cpus, _ := clock.CPUs() // without them nothing is pinned, which the result says
	n := noise.Measure(ctx, noise.Options{System: &clock.System{}, Root: root, CPUs: cpus, Quota: c.CPUs.Value})
	after, err2 := machine.Processes(root)
	if err = errors.Join(err, err2); err != nil {
		m.Facts = append(m.Facts, record.Fact{Group: record.GroupBusy, Name: record.FactNeighbours, Why: err.Error()})
		return &n
	}
	var fact record.Fact
	m.Neighbours, fact = machine.Busiest(before, after, time.Since(started), func(pid int) bool { return pid == os.Getpid() })
	m.Facts = append(m.Facts, fact)
	return &n
}
