package trial

import (
	"errors"
	"fmt"
	"os"

	"tare/internal/host/perf"
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
