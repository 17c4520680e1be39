//go:build amd64 || arm64

package bpf

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// maxSyscalls is that of sched.c.
const maxSyscalls = 512

// Syscalls returns how many system calls of each number the process has made so
// far, those in progress among them; nil when they are not counted.
func (r *Recorder) Syscalls() map[int32]int64 {
	if r.Sure()[record.FactSyscalls] == record.Unknown {
		return nil
	}
	var cpus [][maxSyscalls]uint64
	if err := r.kernel.Maps[schedMapSyscalls].Lookup(uint32(0), &cpus); err != nil {
		return nil
	}
	calls := map[int32]int64{}
	for _, counts := range cpus {
		for number, n := range counts {
			if n > 0 {
				calls[int32(number)] += int64(n)
			}
		}
	}
	return calls
}

// Lost returns how many events were lost so far: because the buffer was full, or
// because a program was interrupted by itself. Read tells of the first kind.
func (r *Recorder) Lost() int64 {
	dropped, _ := r.dropped()
	lost := int64(dropped)
	for _, program := range r.kernel.Programs {
		if stats, err := program.Stats(); err == nil {
			lost += int64(stats.RecursionMisses)
		}
	}
	return lost
}

// dropped returns how many events found no room in the buffer.
func (r *Recorder) dropped() (n uint32, err error) {
	if err := r.kernel.Variables[schedVarLost].Get(&n); err != nil {
		return 0, fmt.Errorf("asking how many kernel events were lost: %w", err)
	}
	return n, nil
}

// Cost returns ns of CPU time that the programs took in the kernel so far, for
// all processes, and how often they ran. Both are extrapolated from a part of the
// time.
func (r *Recorder) Cost() (ns, runs record.Reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	unmeasured := func(err error) (ns, runs record.Reading) {
		status := record.Undetermined
		if errors.Is(err, unix.EPERM) {
			status = record.Denied
		}
		missing := record.Missing(status, fmt.Sprintf("having the kernel measure eBPF programs: %v", err))
		return missing, missing
	}
	if err := r.meter.err; err != nil {
		return unmeasured(err)
	}
	ns, runs = record.Of(0), record.Of(0)
	for _, program := range r.kernel.Programs {
		stats, err := program.Stats()
		if err != nil {
			return unmeasured(err)
		}
		ns.Value += float64(stats.Runtime) * r.meter.factor()
		runs.Value += float64(stats.RunCount) * r.meter.factor()
	}
	return ns, runs
}
