package capacity

import (
	"fmt"
	"math"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// recommend returns the GOMAXPROCS that loses least of the CPUs (Procs),
// which may be one more than a quota can feed all the time; the reason says what
// that costs.
func recommend(cpu effective, procs record.Reading) (record.Reading, string) {
	if !cpu.limit.OK() {
		why := "The CPUs that the program can have are not known."
		return record.Missing(cpu.limit.Status, cpu.limit.Why), why
	}
	n := float64(Procs(cpu.limit.Value))
	if cpu.hidden != "" && n > 1 { // no limit can make it less than 1
		why := fmt.Sprintf("what can be seen allows %g (%s), but %s", n, cpu.by, cpu.hidden)
		return record.Missing(record.Undetermined, why), "There may be a tighter limit: " + why + "."
	}
	return record.Of(n), reason(cpu, n, procs)
}

// reason says why n is right, what is wrong with procs, and what a quota that is
// no whole number of CPUs costs in any case.
func reason(cpu effective, n float64, procs record.Reading) string {
	cpus, why := cpu.limit.Value, Why(cpu.limit.Value, cpu.period)
	if cpu.group && cpus < 1 {
		return why
	}
	wrong := mismatch(cpu, n, procs)
	switch {
	case wrong == "" && cpu.group:
		return why
	case wrong == "":
		return "The runtime runs as many threads of Go code as there are CPUs for it."
	case cpu.group && cpus != math.Floor(cpus):
		return wrong + " " + why
	}
	return wrong
}

// mismatch says in one sentence what is wrong with procs, or not known of it.
func mismatch(cpu effective, n float64, procs record.Reading) string {
	cpus := cpu.limit.Value
	switch {
	case !procs.OK():
		return fmt.Sprintf("The program can have %.4g CPUs (%s).", cpus, cpu.by)
	case procs.Value > n && cpu.group:
		return fmt.Sprintf("%.0f threads use up a quota of %.4g CPUs %s and then stop, and GC workers, a quarter of GOMAXPROCS and all that is idle, take sequential code there too.",
			procs.Value, cpus, within(cpu.period, cpus/procs.Value))
	case procs.Value > n:
		return fmt.Sprintf("%.0f threads of Go code take turns on %.0f CPUs (%s).", procs.Value, n, cpu.by)
	case procs.Value < n:
		return fmt.Sprintf("GOMAXPROCS=%.0f leaves CPUs unused: the program can have %.4g (%s).", procs.Value, cpus, cpu.by)
	}
	return ""
}

// headroom is the part of a memory limit that GOMEMLIMIT should leave to what
// the runtime does not count: the binary, C code, kernel memory and the page
// cache. It is the default of KimMachineGun/automemlimit, and within the 5 to
// 10 % that the Go GC guide (go.dev/doc/gc-guide, "Suggested uses") advises.
const headroom = 0.10

// recommendMemory returns the bytes to set GOMEMLIMIT to.
func recommendMemory(memory effective) (record.Reading, string) {
	switch {
	case memory.group:
		why := fmt.Sprintf("The runtime does not read the limit of %s: set GOMEMLIMIT to it, less %s for memory that the runtime does not count.",
			unit.Bytes(memory.limit.Value), unit.Percent(headroom, 0))
		if memory.hidden != "" {
			why += " A tighter limit may be hidden: " + memory.hidden + "."
		}
		return record.Of(math.Floor((1 - headroom) * memory.limit.Value)), why
	case memory.hidden != "":
		return record.Missing(record.Undetermined, memory.hidden), "No memory limit was seen, but there may be one: " + memory.hidden + "."
	case !memory.limit.OK():
		return record.Missing(memory.limit.Status, memory.limit.Why), "The memory that the program can have is not known."
	}
	return record.Missing(record.Unsupported, "no limit"), "No control group limits memory, so GOMEMLIMIT need not be set."
}
