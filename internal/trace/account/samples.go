package account

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// samples are the kernel's counters, as read in the course of the recording.
type samples struct {
	throttled map[int32]*counter // ns, by group
	stolen    counter            // ns on all CPUs
	system    counter            // ns of the process in the kernel
	faults    counter
	calls     map[int32]call // since the recording began
	called    int64          // when calls were read last
}

// counter is a number that only grows, read before and after something.
type counter struct {
	before, after int64
	read, past    bool
}

// add takes a reading at t into account: the last one up to from and the first
// one since to, or what there is.
func (c *counter) add(t, value, from, to int64) {
	if !c.read || t <= from {
		c.before = value
	}
	if !c.past {
		c.after = value
	}
	c.read, c.past = true, t >= to
}

type call struct {
	name  string
	count int64
}

// add takes a reading.
func (s *samples) add(e *event.KernelEvent, scope spans) {
	from, to := int64(math.MinInt64), int64(math.MaxInt64)
	if len(scope) > 0 {
		from, to = scope[0].From, scope[len(scope)-1].To
	}
	switch e.Kind {
	case event.KernelStat:
		if s.throttled == nil {
			s.throttled = map[int32]*counter{}
		}
		if s.throttled[e.Number] == nil {
			s.throttled[e.Number] = &counter{}
		}
		s.throttled[e.Number].add(e.Time, e.Value, math.MinInt64, math.MaxInt64)
	case event.KernelSteal:
		s.stolen.add(e.Time, e.Value, from, to)
	case event.KernelUsed:
		s.system.add(e.Time, e.Value, from, to)
		s.faults.add(e.Time, int64(e.Number), from, to)
	case event.KernelCount:
		if s.calls == nil {
			s.calls = map[int32]call{}
		}
		s.calls[e.Number] = call{e.Name, e.Value}
		s.called = e.Time
	}
}

// stat is ns throttled as cpu.stat counts it, in the whole recording: a throttled
// stretch is counted when it ends, so parts of a recording cannot be compared.
func (s *samples) stat(h *event.KernelHeader) record.Reading {
	if len(s.throttled) == 0 {
		return noStat(h)
	}
	var ns int64
	for _, c := range s.throttled {
		ns += c.after - c.before
	}
	return record.Of(float64(ns))
}

// used is what the kernel did for the process around the scope: ns of system time,
// and page faults.
func (s *samples) used() (system, faults record.Reading) {
	if !s.system.read {
		missing := record.Missing(record.Undetermined, "/proc/PID/stat was not read")
		return missing, missing
	}
	return record.Of(float64(s.system.after - s.system.before)), record.Of(float64(s.faults.after - s.faults.before))
}

// noStat says why a recording has no reading of cpu.stat.
func noStat(h *event.KernelHeader) record.Reading {
	switch {
	case h == nil:
		return record.Missing(record.Undetermined, "there is no kernel recording")
	case h.Level == record.KernelNone:
		return record.Missing(record.Undetermined, "at level none nothing is read")
	case len(h.Groups) > 0:
		return record.Missing(record.Undetermined, "the recording has no reading of the cpu.stat of "+h.Groups[0].Path)
	}
	for _, why := range h.Why {
		if why, ok := strings.CutPrefix(why, event.NoStat); ok {
			return record.Missing(record.Unsupported, why)
		}
	}
	return record.Missing(record.Unsupported, "the process was in no control group that can have a quota")
}

// stole is ns that the hypervisor kept from all CPUs around the scope.
func (s *samples) stole() record.Reading {
	if !s.stolen.read {
		return record.Missing(record.Undetermined, "/proc/stat was not read")
	}
	return record.Of(float64(s.stolen.after - s.stolen.before))
}

// syscalls lists the system calls since the recording began, most often first.
func (s *samples) syscalls(began int64) (all []record.SyscallCount) {
	seconds := float64(s.called-began) / 1e9
	for _, c := range s.calls {
		if c.count > 0 && seconds > 0 {
			all = append(all, record.SyscallCount{Name: c.name, Count: c.count, PerSec: float64(c.count) / seconds})
		}
	}
	slices.SortFunc(all, func(a, b record.SyscallCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return all
}
