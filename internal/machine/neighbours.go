package machine

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// ProcessTimes is how much CPU time every process had used at one moment.
type ProcessTimes struct {
	processes map[int]procfs.Process // by PID
	newest    uint64                 // ticks from boot to the latest start
}

// Processes reads the CPU times of all processes that can be seen below root.
// Those that end meanwhile, or that the kernel hides, are left out.
func Processes(root fs.FS) (ProcessTimes, error) {
	pids, err := read.Numbers(root, "proc")
	if err != nil {
		return ProcessTimes{}, fmt.Errorf("listing processes: %w", err)
	}
	t := ProcessTimes{processes: make(map[int]procfs.Process)}
	for _, pid := range pids {
		b, err := fs.ReadFile(root, fmt.Sprintf("proc/%d/stat", pid))
		if err != nil {
			continue
		}
		p, err := procfs.ParseProcess(bytes.NewReader(b))
		if err != nil {
			return ProcessTimes{}, fmt.Errorf("reading the CPU time of process %d: %w", pid, err)
		}
		t.processes[pid] = p
		t.newest = max(t.newest, p.Start)
	}
	return t, nil
}

// hidden returns why there may be processes that cannot be seen; empty when there
// are none. Every kernel has its thread daemon, process 2 of the initial PID
// namespace, and the hidepid option of /proc hides it from all but root.
func (t ProcessTimes) hidden() string {
	if t.processes[2].Name == "kthreadd" {
		return ""
	}
	return "process 2, the kernel's kthreadd, cannot be seen: a container or the hidepid option of /proc hides other processes; look from outside, or as root"
}

// busyShare is the share of a CPU above which a process counts as busy.
const busyShare = 0.02

// mostNeighbours is how many processes are reported.
const mostNeighbours = 10

// Busiest returns which processes, those that own accepts left out, used more
// than 2 % of a CPU between two moments that are elapsed apart, the busiest first
// and at most ten. Processes that ended in between are not known. The fact is
// FactNeighbours; it is undetermined when no process was busy, but some may be
// hidden.
func Busiest(before, after ProcessTimes, elapsed time.Duration, own func(pid int) bool) ([]record.Process, record.Fact) {
	var busy []record.Process
	for pid, p := range after.processes {
		if own(pid) {
			continue
		}
		ticks, ok := before.since(pid, p)
		cpus := float64(ticks) / procfs.TicksPerSecond / elapsed.Seconds()
		if ok && elapsed > 0 && cpus > busyShare {
			busy = append(busy, record.Process{PID: pid, Name: printable(p.Name), CPUs: cpus})
		}
	}
	slices.SortFunc(busy, func(a, b record.Process) int {
		return cmp.Or(cmp.Compare(b.CPUs, a.CPUs), cmp.Compare(a.PID, b.PID))
	})
	busy = busy[:min(len(busy), mostNeighbours)]
	return busy, neighbours(busy, elapsed, cmp.Or(before.hidden(), after.hidden()))
}

// since returns the ticks that the process used since t was read. One that t does
// not have started after all that it has; if not, it was just not seen then, and
// the ticks are not known.
func (t ProcessTimes) since(pid int, p procfs.Process) (uint64, bool) {
	before, known := t.processes[pid]
	if known && before.Start == p.Start {
		return p.Ticks - before.Ticks, p.Ticks >= before.Ticks
	}
	return p.Ticks, p.Start >= t.newest && t.newest > 0
}

func neighbours(busy []record.Process, elapsed time.Duration, hidden string) record.Fact {
	f := record.Fact{Group: record.GroupBusy, Name: record.FactNeighbours}
	switch {
	case elapsed <= 0:
		f.Why = "no time passed between the two looks at the processes"
		return f
	case busy == nil && hidden != "":
		f.Why = hidden
		return f
	}
	f.Status = record.Measured
	var names []string
	for _, p := range busy {
		names = append(names, p.Name+" "+unit.Percent(p.CPUs, 0))
		f.Number += p.CPUs
	}
	f.Value = cmp.Or(strings.Join(names, ", "), "none above "+unit.Percent(busyShare, 0)+" of a CPU")
	return f
}

// printable replaces what would move a terminal's cursor: processes choose their
// names themselves.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
}
