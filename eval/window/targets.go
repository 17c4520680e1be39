package main

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// suite is a package with benchmarks.
type suite struct {
	name   string
	module string // path@version; empty for this one
	folder string // of the package, below the module's root
	cgo    bool   // it needs a C compiler
	list   []bench
}

// bench is a benchmark, and what is special about it.
type bench struct {
	name string // "Sort", "Sum64/4KB"
	what string
	cpus bool // to run at several GOMAXPROCS
}

// target is a benchmark to measure.
type target struct {
	*suite
	bench
	procs int // GOMAXPROCS to set; 0 for none
}

func (t target) String() string {
	name := t.suite.name + " " + t.bench.name
	if t.procs != 0 {
		name += fmt.Sprintf("-%d", t.procs)
	}
	return name
}

// pattern is a regular expression for the benchmark alone, for -bench.
func pattern(name string) string {
	levels := strings.Split("Benchmark"+name, "/")
	for i, l := range levels {
		levels[i] = "^" + regexp.QuoteMeta(l) + "$"
	}
	return strings.Join(levels, "/")
}

// targets are all benchmarks, in the order of reports.
func targets(cgo bool) (all []target) {
	for i := range suites {
		if suites[i].cgo && !cgo {
			continue
		}
		for _, b := range suites[i].list {
			procs := []int{0}
			if b.cpus {
				n := runtime.NumCPU()
				procs = slices.Compact([]int{max(1, n/2), n, 2 * n, 4 * n})
			}
			for _, p := range procs {
				all = append(all, target{&suites[i], b, p})
			}
		}
	}
	return all
}
