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

import "tare/internal/record"

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
