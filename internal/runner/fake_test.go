package runner

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"tare/internal/build"
	"tare/internal/hook"
	"tare/internal/record"
)

// fake executes commands on a made-up machine: benchmarks take a time per op
// that the test knows, and misbehave on demand.
type fake struct {
	names    []string // top-level benchmarks, in order
	subs     map[string][]string
	nsPerOp  map[string]float64
	behave   map[string]func(trial int) (Execution, bool) // by full name; false for the usual
	canary   func(trial int) int64
	trials   int
	count    map[string]int
	commands []Command
}

func (f *fake) Execute(ctx context.Context, c Command) Execution {
	f.commands = append(f.commands, c)
	x := Execution{Started: time.Unix(int64(len(f.commands)), 0), Elapsed: 10 * time.Millisecond, Process: record.Readings{}}
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
		x.Output = []byte("garbage from TestMain\n" + strings.Join(f.names, "\n") + "\n")
		return x
	}
	for _, top := range f.names {
		if skip := flags["skip"]; skip != "" && regexp.MustCompile(skip).MatchString(top) {
			continue
		}
		for _, name := range f.leaves(top) {
			if !matches(flags["bench"], name) {
				continue
			}
			if bad, stop := f.one(&x, name, flags, c.Hooked); stop {
				return bad
			}
		}
	}
	x.Output = append(x.Output, "PASS\n"...)
	return x
}

func (f *fake) leaves(top string) []string {
	if len(f.subs[top]) == 0 {
		return []string{top}
	}
	var names []string
	for _, s := range f.subs[top] {
		names = append(names, top+"/"+s)
	}
	return names
}

func (f *fake) one(x *Execution, name string, flags map[string]string, hooked bool) (Execution, bool) {
	if f.count == nil {
		f.count = map[string]int{}
	}
	f.count[name]++
	f.trials++
	x.Output = fmt.Appendf(x.Output, "%s-2  \t", name)
	if behave := f.behave[name]; behave != nil {
		if bad, odd := behave(f.count[name]); odd {
			bad.Output = append(x.Output, bad.Output...)
			bad.Elapsed = x.Elapsed
			bad.Records = x.Records
			return bad, true
		}
	}
	n := int64(100)
	fmt.Sscanf(flags["benchtime"], "%dx", &n)
	duration := int64(f.nsPerOp[name] * float64(n))
	x.Output = fmt.Appendf(x.Output, "%d\t%.1f ns/op\t3.0 things\n", n, f.nsPerOp[name])
	canary := int64(1000)
	if f.canary != nil {
		canary = f.canary(f.trials)
	}
	if hooked {
		x.Records = append(x.Records, hook.Record{Name: name, Procs: 2, N: n, Duration: duration, Segments: 1, Read: 1,
			Counters: map[string]int64{"cpu": duration, "lost-threads": 0, "steal-ticks": 0, "mallocs": n / 2},
			Threads:  []hook.Thread{{TID: 5, Run: duration}}, Canaries: []hook.Canary{{ALU: canary, Pipe: 1000}}})
	}
	return *x, false
}

// matches is package testing's way to match a benchmark's name.
func matches(pattern, name string) bool {
	elements := strings.Split(name, "/")
	for _, alternative := range split(pattern, '|') {
		ok := true
		for i, p := range split(alternative, '/') {
			ok = ok && (i >= len(elements) || regexp.MustCompile(p).MatchString(elements[i]))
		}
		if ok {
			return true
		}
	}
	return false
}

// log remembers what a runner says.
type log struct {
	stages   []string
	trials   []record.Trial
	failures []record.Failure
	progress []Progress
	onTrial  func(record.Trial)
}

func (l *log) Stage(what string)                   { l.stages = append(l.stages, what) }
func (l *log) Next(_ record.Benchmark, p Progress) { l.progress = append(l.progress, p) }
func (l *log) Failed(f record.Failure)             { l.failures = append(l.failures, f) }
func (l *log) Trial(t record.Trial) {
	l.trials = append(l.trials, t)
	if l.onTrial != nil {
		l.onTrial(t)
	}
}

func plan() record.Plan {
	return record.Plan{Bench: ".", Benchtime: time.Millisecond, MinRounds: 6, MaxRounds: 10, Target: 0.01, MaxCV: 0.021,
		Timeout: time.Second, Seed: 7}
}

var binary = build.Binary{Package: build.Package{ImportPath: "example.com/p", Dir: "/src/p"}, Path: "/bin/p.test", Hooked: true}
