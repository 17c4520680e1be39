package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tare/eval/docpart"
	"tare/internal/record"
)

// program is a benchmark of ./bench, and where it is to run.
type program struct {
	name     string
	bench    string
	flags    []string // of tare explain
	interval record.IntervalKind
	hog      string // CPU on which another process works
}

// Quotas are 20 ms in 100, for three seconds: thirty periods.
var programs = []program{
	{name: "spin, sleep", bench: "SpinSleep", flags: []string{"-benchtime=200x"}},
	{name: "spin, sleep: region", bench: "SpinSleep", flags: []string{"-benchtime=200x", "-region=work"}, interval: record.IntervalRegion},
	{name: "ops of two kinds", bench: "Ops", flags: []string{"-benchtime=200x", "-op"}, interval: record.IntervalOp},
	{name: "two on one CPU", bench: "SpinCrowded", flags: []string{"-benchtime=200x", "-cpus=0", "-gomaxprocs=2"}},
	{name: "beside another process", bench: "Spin", flags: []string{"-benchtime=200x", "-cpus=0"}, hog: "0"},
	{name: "quota, sequential", bench: "SpinThrottled", flags: []string{"-benchtime=120x", "-quota=0.2"}},
	{name: "quota, 8 at once", bench: "Crowd", flags: []string{"-benchtime=20x", "-quota=0.2", "-gomaxprocs=8"}},
	{name: "GC assists", bench: "Assist", flags: []string{"-benchtime=200x", "-env=GOGC=10"}},
	{name: "stopped worlds", bench: "Stops", flags: []string{"-benchtime=300x"}},
	{name: "stopped worlds, quota", bench: "StretchedStops", flags: []string{"-benchtime=100x", "-quota=0.2", "-gomaxprocs=8"}},
	{name: "ping-pong", bench: "PingPong", flags: []string{"-benchtime=10000x", "-gomaxprocs=1"}},
	{name: "nanosleep", bench: "Nanosleep", flags: []string{"-benchtime=500x"}},
	{name: "pipe", bench: "Pipe", flags: []string{"-benchtime=500x"}},
	{name: "getrandom", bench: "Getrandom", flags: []string{"-benchtime=200x", "-syscalls"}},
	{name: "network echo", bench: "Echo", flags: []string{"-benchtime=2000x"}},
	{name: "mutex", bench: "Mutex", flags: []string{"-benchtime=300x"}},
	{name: "WaitGroup", bench: "WaitGroup", flags: []string{"-benchtime=300x"}},
	{name: "Cond", bench: "Cond", flags: []string{"-benchtime=300x"}},
	{name: "select", bench: "Select", flags: []string{"-benchtime=300x"}},
	{name: "channel send", bench: "Send", flags: []string{"-benchtime=300x"}},
	{name: "RunParallel", bench: "Parallel", flags: []string{"-benchtime=200x"}},
}

const benchPackage = "./eval/explain/bench"

// judged is what became of one program.
type judged struct {
	Program string  `json:"program"`
	Failed  string  `json:"failed,omitempty"` // there is nothing to judge: why
	Points  []point `json:"points,omitempty"`
}

type judgements []judged

// programsPart has tare explain each program, one after the other.
func programsPart(ctx context.Context, l *lab) (result, error) {
	var all judgements
	for _, p := range programs {
		if !l.only.MatchString(p.name) {
			continue
		}
		points, err := l.examine(ctx, p)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		j := judged{Program: p.name, Points: points}
		if err != nil {
			j.Failed = err.Error()
		}
		all = append(all, j)
		log.Printf("%s: %s", p.name, j.verdict())
	}
	return all, nil
}

// examine has tare explain a program, and judges what it says.
func (l *lab) examine(ctx context.Context, p program) ([]point, error) {
	stop, err := startHog(p.hog)
	if err != nil {
		return nil, err
	}
	defer stop()
	told := filepath.Join(l.dir, strings.ReplaceAll(p.name, " ", "-")+".truth")
	args := append([]string{"-bench=^Benchmark" + p.bench + "$", "-overhead=0", "-level=" + l.level, "-env=" + truthEnv(told)}, p.flags...)
	e, err := l.explain(ctx, append(args, benchPackage)...)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(told)
	if err != nil {
		return nil, fmt.Errorf("the program told nothing: %w", err)
	}
	defer f.Close()
	a, err := answerFor(f, e)
	if err != nil {
		return nil, err
	}
	return judge(e, a, cmp.Or(p.interval, record.IntervalWindow))
}

// verdict says how the program was judged.
func (j judged) verdict() string {
	if j.Failed != "" {
		return word(false) + ": " + j.Failed
	}
	return word(j.ok())
}

func (j judged) ok() bool {
	return j.Failed == "" && !slices.ContainsFunc(j.Points, func(p point) bool { return !p.OK })
}

func (all judgements) good() bool {
	return !slices.ContainsFunc(all, func(j judged) bool { return !j.ok() })
}

func (all judgements) table() string {
	rows := [][]string{{"program", "what", "truth", "tare", "difference", ""}}
	for _, j := range all {
		name := j.Program
		if j.Failed != "" {
			rows = append(rows, []string{name, docpart.Cell(j.Failed), "", "", "", word(false)})
		}
		for _, p := range j.Points {
			rows = append(rows, append([]string{name}, p.cells()...))
			name = ""
		}
	}
	return docpart.Table(rows)
}
