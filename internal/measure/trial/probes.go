package trial

import (
	"errors"
	"fmt"
	"os"

	"tare/internal/host/perf"
	"tare/internal/measure/cell"
	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// probes are the perf events of one process.
type probes struct {
	metrics []record.Metric // counted, and read by the hook
	watch   bool            // record context switches

	files    []*os.File
	switches *perf.Switches
	watched  record.Reading
}

// open is a cell.Spec.Prepare: it opens the events on the thread that forks. A
// counter that opened when the run began and fails now is an error: its
// descriptor would be another file's.
func (p *probes) open() ([]*os.File, error) {
	p.watched = record.Missing(record.Undetermined, "the benchmark switches threads so often that recording it would slow it down")
	if p.watch {
		p.switches, p.watched = perf.OpenSwitches()
	}
	for _, m := range p.metrics {
		f, reading := perf.Open(m)
		if !reading.OK() {
			return p.files, fmt.Errorf("opening perf event %s: %s", m, reading.Why)
		}
		p.files = append(p.files, f)
	}
	return p.files, nil
}

// switchesOf returns what was recorded of the process, which has ended.
func (p *probes) switchesOf(pid int) ([]record.Switch, record.Reading) {
	if p.switches == nil {
		return nil, p.watched
	}
	switches, err := p.switches.Of(pid)
	if err != nil {
		return nil, record.Missing(record.Undetermined, err.Error())
	}
	return switches, p.watched
}

func (p *probes) close() error {
	var errs []error
	for _, f := range p.files {
		errs = append(errs, f.Close())
	}
	if p.switches != nil {
		p.switches.Close()
	}
	return errors.Join(errs...)
}

// throttling is the state of the cpu.stat files around a process.
type throttling struct {
	own       record.Reading
	ancestors record.Reading
}

// throttled reads the cpu.stat files of a cell, for the accounting of whole
// processes. (Windows are read by the hook.)
func throttled(box *cell.Cell) throttling {
	own, ancestors := box.StatPaths()
	t := throttling{own: throttledTime(own)}
	if len(ancestors) == 0 {
		t.ancestors = record.Missing(record.Unsupported, "no cpu.stat above the cell")
		return t
	}
	t.ancestors = record.Of(0)
	for _, path := range ancestors {
		r := throttledTime(path)
		if !r.OK() {
			t.ancestors = r
			break
		}
		t.ancestors.Value += r.Value
	}
	return t
}

func throttledTime(path string) record.Reading {
	if path == "" {
		return record.Missing(record.Unsupported, "the cell has no cpu controller")
	}
	f, err := os.Open(path)
	if err != nil {
		return record.Missing(record.Undetermined, err.Error())
	}
	defer f.Close()
	stat, ok, err := cgroupfs.ParseCPUStat(f)
	switch {
	case err != nil:
		return record.Missing(record.Undetermined, err.Error())
	case !ok:
		return record.Missing(record.Unsupported, path+" has no throttling figures")
	}
	return record.Of(float64(stat.ThrottledTime))
}

// since returns the progress from before to t.
func (t throttling) since(before throttling) record.Readings {
	rs := record.Readings{}
	for m, r := range map[record.Metric][2]record.Reading{
		record.Throttled:          {before.own, t.own},
		record.ThrottledAncestors: {before.ancestors, t.ancestors},
	} {
		rs[m] = r[1]
		if r[0].OK() && r[1].OK() {
			rs[m] = record.Of(r[1].Value - r[0].Value)
		}
	}
	return rs
}
