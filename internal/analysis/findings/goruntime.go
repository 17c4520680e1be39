package findings

import (
	"fmt"
	"math"
	"strconv"

	"tare/internal/record"
	"tare/internal/record/unit"
)

var goChecks = []check{
	{id: "gomaxprocs", group: record.GroupGo, from: fromCapacity,
		fine:  "GOMAXPROCS fits the CPUs that the program can have.",
		judge: gomaxprocs},
	{id: "gomemlimit", group: record.GroupGo, from: fromCapacity,
		fine:  "GOMEMLIMIT is below the memory that the program can have.",
		judge: gomemlimit},
	{id: "gogc", group: record.GroupGo, from: fromCapacity,
		fine:  "GOGC is the default.",
		judge: gogc},
}

func gomaxprocs(s subject, _ record.Fact) record.Finding {
	c := s.capacity
	switch {
	case !c.GOMAXPROCS.OK():
		return unmeasured("The GOMAXPROCS that a program starts with is not known.", c.GOMAXPROCS.Why)
	case !c.Recommended.OK():
		return unmeasured("Whether GOMAXPROCS fits the CPUs that a program can have cannot be verified.", c.Recommended.Why)
	}
	f := record.Finding{
		Evidence: fmt.Sprintf("GOMAXPROCS: %.0f, by %s; CPUs: %.4g, by %s. %s",
			c.GOMAXPROCS.Value, c.Source, c.CPUs.Value, c.Limiter, c.Reason),
		Fix: fmt.Sprintf("GOMAXPROCS=%.0f", c.Recommended.Value),
	}
	switch {
	case c.GOMAXPROCS.Value > c.Recommended.Value:
		f.Severity = record.Warning
		f.What = "GOMAXPROCS is higher than the CPUs that the program can have."
		f.Effect = fmt.Sprintf("up to %.1f× ns/op for what %.0f threads do at once, garbage collection included",
			c.GOMAXPROCS.Value/c.CPUs.Value, c.GOMAXPROCS.Value)
	case c.GOMAXPROCS.Value < c.Recommended.Value:
		f.Severity = record.Info
		f.What = "GOMAXPROCS is lower than the CPUs that the program can have."
	}
	return f
}

// leastHeap is the heap in bytes that the runtime grows to before it first
// collects, with GOGC=100 (defaultHeapMinimum in runtime/mgcpacer.go). Half of the
// CPU time is where its limiter stops (capacity in runtime/mgclimit.go).
const leastHeap = 4 << 20

func gomemlimit(s subject, _ record.Fact) record.Finding {
	c := s.capacity
	switch {
	case !c.GOMEMLIMIT.OK():
		return unmeasured("GOMEMLIMIT is not known.", c.GOMEMLIMIT.Why)
	case c.GOMEMLIMIT.None:
		return noMemoryLimit(c)
	case !c.Memory.OK():
		return unmeasured("Whether GOMEMLIMIT fits the memory that a program can have cannot be verified.", c.Memory.Why)
	}
	advice := c.RecommendedMemory
	f := record.Finding{
		Evidence: fmt.Sprintf("GOMEMLIMIT: %s; %s: %s.", unit.Bytes(c.GOMEMLIMIT.Value), c.MemoryLimiter, unit.Bytes(c.Memory.Value)),
		Fix:      memoryFix(c),
	}
	switch {
	case c.GOMEMLIMIT.Value > c.Memory.Value:
		f.Severity = record.Warning
		f.What = "GOMEMLIMIT is above the memory that the program can have, so it protects from nothing."
		f.Effect = killedFrom(c)
	case c.GOMEMLIMIT.Value < leastHeap:
		f.Severity = record.Warning
		f.What = "GOMEMLIMIT is less than any Go program needs: the garbage collector never rests."
		f.Effect = "up to 2× ns/op: the collector may take half of the CPU time"
		f.Fix = "Write GOMEMLIMIT with its unit, such as 512MiB, or unset it."
	case !advice.OK() && advice.Status != record.Unsupported:
		return unmeasured("Whether GOMEMLIMIT fits the memory that a program can have cannot be verified.", advice.Why)
	case advice.OK() && c.GOMEMLIMIT.Value > advice.Value:
		f.Severity = record.Info
		f.What = "GOMEMLIMIT leaves little for what the runtime does not count: the binary, C code and kernel memory."
	}
	return f
}

func noMemoryLimit(c record.Capacity) record.Finding {
	switch {
	case c.RecommendedMemory.OK():
		return record.Finding{Severity: record.Warning, Effect: killedFrom(c), Fix: memoryFix(c),
			What:     "The garbage collector does not know the memory limit, and may let the heap grow until the kernel kills the program.",
			Evidence: fmt.Sprintf("GOMEMLIMIT: not set; GOGC: %s; %s. %s", c.GOGC, c.MemoryLimiter, c.MemoryReason)}
	case c.RecommendedMemory.Status != record.Unsupported:
		return unmeasured("Whether GOMEMLIMIT should be set cannot be verified.", c.RecommendedMemory.Why)
	}
	return record.Finding{Severity: record.Passed, What: "GOMEMLIMIT need not be set.",
		Evidence: fmt.Sprintf("GOMEMLIMIT: not set. %s", c.MemoryReason)}
}

func memoryFix(c record.Capacity) string {
	if !c.RecommendedMemory.OK() {
		return "Unset GOMEMLIMIT."
	}
	return fmt.Sprintf("GOMEMLIMIT=%.0fMiB", max(1, math.Floor(c.RecommendedMemory.Value/(1<<20))))
}

// killedFrom returns the live heap from which on the memory does not suffice:
// with GOGC=g the heap grows to (1 + g/100) times what is live before the next
// cycle ends (go.dev/doc/gc-guide, "GOGC").
func killedFrom(c record.Capacity) string {
	percent, _ := gcPercent(c.GOGC)
	if percent < 0 {
		return fmt.Sprintf("killed once %s have been allocated", unit.Bytes(c.Memory.Value))
	}
	live := c.Memory.Value / (1 + float64(percent)/100)
	return fmt.Sprintf("killed from a live heap of about %s on", unit.Bytes(live))
}

const defaultGOGC = 100

// gcPercent parses GOGC as the runtime does (readGOGC in runtime/mgcpacer.go);
// negative is off. What is not ok counts as the default.
func gcPercent(s string) (percent int, ok bool) {
	if s == "off" {
		return -1, true
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return defaultGOGC, false
	}
	return int(n), true
}

func gogc(s subject, _ record.Fact) record.Finding {
	c := s.capacity
	f := record.Finding{Evidence: fmt.Sprintf("GOGC: %s.", c.GOGC)}
	percent, ok := gcPercent(c.GOGC)
	switch {
	case c.GOGC == "":
		return unmeasured("GOGC is not known.", "the environment of the program was not looked at")
	case !ok:
		f.Severity = record.Warning
		f.What = "The runtime ignores this GOGC and uses 100."
		f.Effect = "results come from another GOGC than the one that is set"
		f.Fix = "Unset GOGC, or write a whole number of percent, or off."
	case percent < 0 && (!c.GOMEMLIMIT.OK() || c.GOMEMLIMIT.None):
		full := "memory is"
		if c.Memory.OK() {
			full = unit.Bytes(c.Memory.Value) + " are"
		}
		f.Severity = record.Warning
		f.What = "The garbage collector is off: nothing is billed for it, and memory fills up."
		f.Evidence += " GOMEMLIMIT: not set."
		f.Effect = fmt.Sprintf("all of ns/op that garbage collection costs, until %s full", full)
		f.Fix = "Unset GOGC, or set GOMEMLIMIT with it."
	case percent != defaultGOGC:
		f.Severity = record.Info
		f.What = "GOGC is not the default: results compare only with those of the same setting."
	}
	return f
}
