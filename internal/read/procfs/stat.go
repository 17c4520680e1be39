package procfs

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tare/internal/read"
)

// TicksPerSecond is USER_HZ, the unit of /proc/stat: 100 on every architecture
// that Go runs on, whatever HZ the kernel was built with.
const TicksPerSecond = 100

// CPUTime is how long a CPU has spent in each state since boot, in ticks. Guest
// time is part of User and Nice already. The kernel lets Idle and IOWait step
// backwards, see Documentation/filesystems/proc.rst.
type CPUTime struct {
	User, Nice, System, Idle, IOWait, IRQ, SoftIRQ, Steal uint64
}

// Wanted returns the ticks in which there was something to run: every state but
// idle, steal included. As a share of it, steal does not depend on how long the
// machine has been idle.
func (t CPUTime) Wanted() uint64 {
	return t.User + t.Nice + t.System + t.IRQ + t.SoftIRQ + t.Steal
}

// Stat holds the CPU times of /proc/stat, and the time of the boot.
type Stat struct {
	Total  CPUTime
	CPUs   map[int]CPUTime // online CPUs, by number
	Booted int64           // seconds since 1970; 0 when it is not there
}

// ParseStat parses the "cpu" lines of /proc/stat, which come first, and "btime":
//
//	cpu  user nice system idle iowait irq softirq steal guest guest_nice
//	cpu0 …
//	btime seconds
//
// A line without a steal field (before Linux 2.6.11) is an error, not a machine
// without steal.
func ParseStat(r io.Reader) (Stat, error) {
	s := Stat{CPUs: make(map[int]CPUTime)}
	var total bool
	err := read.EachLine(r, func(line string) error {
		name, rest, _ := strings.Cut(line, " ")
		if name == "btime" {
			var err error
			s.Booted, err = strconv.ParseInt(rest, 10, 64)
			return err
		}
		number, isCPU := strings.CutPrefix(name, "cpu")
		if !isCPU {
			return nil
		}
		t, err := parseCPUTime(rest)
		if err != nil {
			return err
		}
		if number == "" {
			s.Total, total = t, true
			return nil
		}
		n, err := strconv.ParseUint(number, 10, 31)
		if err != nil {
			return fmt.Errorf("%q is not a CPU", name)
		}
		s.CPUs[int(n)] = t
		return nil
	})
	if err == nil && !total {
		err = errors.New("no line for all CPUs together")
	}
	return s, err
}

func parseCPUTime(s string) (CPUTime, error) {
	v, err := counters(strings.Fields(s))
	if err != nil {
		return CPUTime{}, err
	}
	if len(v) < 8 {
		return CPUTime{}, fmt.Errorf("%d times of a CPU, want 8 or more", len(v))
	}
	return CPUTime{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]}, nil
}
