// Package trialtest has a stand-in for tests of what runs trials: a machine that
// executes commands without any process.
package trialtest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/hook"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Machine executes commands on a made-up machine: benchmarks take a time per op
// that the test knows, and misbehave on demand.
type Machine struct {
	Names   []string            // top-level benchmarks, in order
	Subs    map[string][]string // sub-benchmarks of those
	NsPerOp map[string]float64  // by full name
	SetUp   map[string]float64  // ns that each call of a benchmark takes beside, by full name
	Procs   int                 // GOMAXPROCS without -test.cpu; 0 means 2
	// Behave has, by full name, what comes of a benchmark the nth time it runs,
	// from 1; false for the usual.
	Behave map[string]func(n int) (trial.Execution, bool)
	// Canary is how slow the machine is at the nth run of any benchmark; nil for
	// always the same.
	Canary func(n int) int64
	// Watched says whether the switches of a benchmark's nth run were recorded; nil
	// for never. It is on a CPU all the time when they are.
	Watched  func(n int) record.Reading
	Commands []trial.Command // all that were executed

	runs  int
	count map[string]int
}

// Three returns a machine with three benchmarks, one of which has two
// sub-benchmarks.
func Three() *Machine {
	return &Machine{
		Names:   []string{"BenchmarkA", "BenchmarkB", "BenchmarkC"},
		Subs:    map[string][]string{"BenchmarkC": {"x", "y|z[1]"}},
		NsPerOp: map[string]float64{"BenchmarkA": 100, "BenchmarkB": 2000, "BenchmarkC/x": 10, "BenchmarkC/y|z[1]": 1e9},
		Behave:  map[string]func(int) (trial.Execution, bool){},
	}
}

// Binary is a hooked test binary with the machine's benchmarks in it.
var Binary = build.Binary{Package: build.Package{ImportPath: "example.com/p", Dir: "/src/p"}, Path: "/bin/p.test", Hooked: true}

// Execute implements trial.Executor.
func (m *Machine) Execute(ctx context.Context, c trial.Command) trial.Execution {
	m.Commands = append(m.Commands, c)
	x := trial.Execution{Started: time.Unix(int64(len(m.Commands)), 0), Elapsed: 10 * time.Millisecond, Process: record.Readings{}}
	if ctx.Err() != nil {
		x.Exit, x.Signal = -1, "killed"
		return x
	}
	flags := map[string]string{}
	for _, a := range c.Args {
		k, v, _ := strings.Cut(strings.TrimPrefix(a, "-test."), "=")
		flags[k] = v
	}
	if _, ok := flags["list"]; ok {
		x.Output = []byte("garbage from TestMain\n" + strings.Join(m.Names, "\n") + "\n")
		return x
	}
	for _, top := range m.Names {
		if skip := flags["skip"]; skip != "" && regexp.MustCompile(skip).MatchString(top) {
			continue
		}
		for _, name := range m.leaves(top) {
			if !matches(flags["bench"], name) {
				continue
			}
			for _, cpu := range strings.Split(cmp.Or(flags["cpu"], strconv.Itoa(cmp.Or(m.Procs, 2))), ",") {
				if bad, stop := m.one(&x, name, cpu, flags["benchtime"], c); stop {
					return bad
				}
			}
		}
	}
	x.Output = append(x.Output, "PASS\n"...)
	return x
}

func (m *Machine) leaves(top string) []string {
	if len(m.Subs[top]) == 0 {
		return []string{top}
	}
	var names []string
	for _, s := range m.Subs[top] {
		names = append(names, top+"/"+s)
	}
	return names
}

func (m *Machine) one(x *trial.Execution, name, cpu, benchtime string, c trial.Command) (trial.Execution, bool) {
	if m.count == nil {
		m.count = map[string]int{}
	}
	m.count[name]++
	m.runs++
	x.Output = fmt.Appendf(x.Output, "%s-%s  \t", name, cpu)
	if behave := m.Behave[name]; behave != nil {
		if bad, odd := behave(m.count[name]); odd {
			bad.Output = append(x.Output, bad.Output...)
			bad.Elapsed = x.Elapsed
			bad.Records = x.Records
			return bad, true
		}
	}
	n := int64(100)
	fmt.Sscanf(benchtime, "%dx", &n)
	x.Output = fmt.Appendf(x.Output, "%d\t%.1f ns/op\t3.0 things\n", n, m.NsPerOp[name])
	canary := int64(1000)
	if m.Canary != nil {
		canary = m.Canary(m.runs)
	}
	procs, err := strconv.Atoi(cpu)
	if err != nil || !c.Hooked {
		return *x, false
	}
	for _, n := range m.windows(name, n, c.Steps) {
		duration := int64(m.NsPerOp[name]*float64(n) + m.SetUp[name])
		x.Records = append(x.Records, hook.Record{Name: name, Procs: procs, N: n, Duration: duration, Segments: 1, Read: 1,
			Counters: map[string]int64{"cpu": duration, "lost-threads": 0, "steal-ticks": 0, "mallocs": n / 2, "call": duration},
			Threads:  []hook.Thread{{TID: 5, Run: duration}}, Canaries: []hook.Canary{{ALU: canary, Pipe: 1000}},
			Spans: []hook.Span{{From: 0, To: duration}}})
		if m.Watched != nil {
			x.Watched, x.Switches = m.Watched(m.count[name]), []record.Switch{{TID: 5}}
		}
	}
	return *x, false
}

// windows are the iterations of the windows that a process records, which was asked
// for n iterations unless it has steps.
func (m *Machine) windows(name string, n int64, steps []hook.Step) (all []int64) {
	if len(steps) == 0 {
		return []int64{n}
	}
	for _, s := range steps {
		switch s.Kind {
		case hook.Fresh, hook.GoOn:
			all = append(all, s.N)
		case hook.Pilot:
			enough := max(2, int64(math.Ceil(float64(s.N)/m.NsPerOp[name])))
			all = append(all, 1, enough, 2*enough)
		}
	}
	return all
}

// matches is package testing's way to match a benchmark's name, for patterns
// without alternatives.
func matches(pattern, name string) bool {
	elements := strings.Split(name, "/")
	for i, p := range strings.Split(pattern, "/") {
		if i < len(elements) && !regexp.MustCompile(p).MatchString(elements[i]) {
			return false
		}
	}
	return true
}
