// Package capacity works out what a Go program gets on a machine: CPUs, the
// GOMAXPROCS that its runtime picks, and memory; and what it should be told
// instead, with the reason.
//
// # CPUs
//
//	effective = min(affinity, every CPU set, quota of the own group and of every ancestor)
//
// # GOMAXPROCS
//
// As the runtime picks it (defaultGOMAXPROCS in runtime/cgroup_linux.go):
//
//	the environment's GOMAXPROCS, when that is a positive integer
//	min(affinity, max(2, ⌈quota of the own group⌉))   from Go 1.25 on, on Linux
//	affinity                                          otherwise
//
// The second line needs GODEBUG containermaxprocs=1, which is the default when
// the go directive of the main module says 1.25 or later. It can exceed the
// effective CPUs in three ways: ⌈⌉ rounds up, a quota below 2 counts as 2, and
// ancestors are not looked at.
//
// # Memory
//
// The runtime never reads a memory limit; it obeys GOMEMLIMIT alone.
package capacity

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tare/internal/record"
)

// Go is what decides about a Go program besides the machine.
type Go struct {
	Version  string // of the toolchain: "go1.26.1"; empty when unknown
	Language string // go directive of the main module: "1.24"; empty when unknown
	// Env looks a variable of the program's environment up: GOMAXPROCS,
	// GOMEMLIMIT, GOGC and GODEBUG are asked for. Nil is an empty environment.
	Env func(key string) (string, bool)
}

// env returns the variable's value, empty when it is unset: the runtime does not
// tell these apart either.
func (g Go) env(key string) string {
	if g.Env == nil {
		return ""
	}
	value, _ := g.Env(key)
	return value
}

// Of returns what a Go program gets on m.
func Of(m record.Machine, g Go) record.Capacity {
	c := record.Capacity{GoVersion: g.Version, Language: g.Language}
	cpu := effectiveCPUs(m)
	c.CPUs, c.Limiter, c.Hidden = cpu.limit, cpu.by, cpu.hidden
	c.GOMAXPROCS, c.Source = procs(m, g)
	c.Recommended, c.Reason = recommend(cpu, c.GOMAXPROCS)
	if note := ignoredProcs(g); note != "" {
		c.Reason += " " + note
	}
	memory := effectiveMemory(m)
	c.Memory, c.MemoryLimiter = record.Limit{Reading: memory.limit}, memory.by
	c.GOMEMLIMIT = memoryLimit(g.env("GOMEMLIMIT"))
	c.RecommendedMemory, c.MemoryReason = recommendMemory(memory)
	c.GOGC = g.env("GOGC")
	if c.GOGC == "" {
		c.GOGC = "100"
	}
	return c
}

// memoryLimit returns what the runtime makes of GOMEMLIMIT (readGOMEMLIMIT in
// runtime/mgcpacer.go). A program does not start with a value that it cannot
// parse: that is undetermined here.
func memoryLimit(s string) record.Limit {
	if s == "" || s == "off" {
		return record.Limit{Reading: record.Reading{Status: record.Measured}, None: true}
	}
	n, ok := parseBytes(s)
	if !ok {
		why := fmt.Sprintf("GOMEMLIMIT=%s is malformed: it takes a whole number, with B, KiB, MiB, GiB or TiB, or \"off\"", s)
		return record.Limit{Reading: record.Missing(record.Undetermined, why)}
	}
	return record.Limit{Reading: record.Of(float64(n)), None: n == math.MaxInt64}
}

// parseBytes parses a byte count as the runtime does (parseByteCount in
// runtime/string.go).
func parseBytes(s string) (int64, bool) {
	factor := int64(1)
	for _, suffix := range []struct {
		name   string
		factor int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"B", 1}} {
		if digits, ok := strings.CutSuffix(s, suffix.name); ok {
			s, factor = digits, suffix.factor
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/factor {
		return 0, false
	}
	return n * factor, true
}
