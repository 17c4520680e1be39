package recorder

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"tare/internal/read"
	"tare/internal/record"
	"tare/internal/trace/event"
)

// open takes the first of the levels that are left and work.
func (r *Recording) open() error {
	for len(r.levels) > 0 {
		level := r.levels[0]
		r.levels = r.levels[1:]
		source, reading := r.sourceOf(level)
		if reading.OK() {
			r.level, r.source = level, source
			return nil
		}
		if err := r.refuse(level, errors.New(reading.Why)); err != nil {
			return err
		}
	}
	return nil
}

func (r *Recording) sourceOf(level record.KernelLevel) (Source, record.Reading) {
	switch level {
	case record.KernelBPF:
		return r.machine.bpf(r.options)
	case record.KernelPerf:
		return r.machine.perf()
	case record.KernelPoll:
		return nil, read.Reading(0, read.Stat(r.machine.root, "proc/stat"))
	}
	return nil, record.Of(0)
}

// refuse remembers why a level is not to be had. It is an error when there is no
// other: level none always works.
func (r *Recording) refuse(level record.KernelLevel, why error) error {
	if len(r.levels) == 0 {
		return fmt.Errorf("at level %s: %w (level auto takes the best that works)", level, why)
	}
	r.why = append(r.why, fmt.Sprintf("%s: %v", level, why))
	return nil
}

// attach has the source follow the target, or that of the next level if it
// cannot.
func (r *Recording) attach() error {
	for r.source != nil {
		err := r.source.Follow(r.pid)
		if err == nil {
			return nil
		}
		level := r.level
		err = errors.Join(err, r.source.Close())
		r.source = nil
		if errors.Is(err, os.ErrProcessDone) || alive(r.machine.root, r.pid) != nil {
			return errors.Join(os.ErrProcessDone, err)
		}
		if err := r.refuse(level, err); err != nil {
			return err
		}
		if err := r.open(); err != nil {
			return err
		}
	}
	return nil
}

// nameStacks opens what names the functions of the target, which may be gone when
// they are needed.
func (r *Recording) nameStacks() {
	if r.level != record.KernelBPF {
		return
	}
	var err error
	if r.symbols, err = r.machine.symbols(r.pid); err != nil {
		r.symbols = nil
		r.why = append(r.why, fmt.Sprintf("functions of stacks have no names: %v", err))
	}
}

// sure tells how facts are known: by the source, and by what is polled.
func (r *Recording) sure(t *target) map[record.KernelFact]record.Sure {
	sure := map[record.KernelFact]record.Sure{}
	if r.source != nil {
		maps.Copy(sure, r.source.Sure())
	}
	if r.level == record.KernelNone {
		return sure
	}
	if t.steals {
		sure[record.FactStolen] = record.Bounded
	}
	switch {
	case len(t.groups) == 0 && sure[record.FactThrottled] == record.Inferred:
		delete(sure, record.FactThrottled)
	case len(t.groups) > 0 && sure[record.FactThrottled] == record.Unknown:
		sure[record.FactThrottled] = record.Bounded
	}
	return sure
}

func (r *Recording) headerOf(t *target) event.KernelHeader {
	h := t.header
	h.Tare, h.Command = r.options.Tare, r.options.Command
	h.Level, h.Sure, h.Why = r.level, r.sure(t), slices.Clone(r.why)
	if t.why != "" && r.level != record.KernelNone {
		h.Why = append(h.Why, t.why)
	}
	h.Clock = r.now()
	h.Started = r.machine.wall().UnixNano()
	return h
}
