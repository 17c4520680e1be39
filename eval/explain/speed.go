package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tare/eval/docpart"
	"tare/eval/subject"
	"tare/internal/analysis/stats"
	"tare/internal/record/unit"
)

// mostMemory is what tare may take, whatever the size of the trace.
const mostMemory = 300 << 20

// reader is one way to read a trace.
type reader struct {
	name  string
	argv  []string
	until string // the text on stderr that says that it has read the trace
}

// timed is how a reader did: the medians of its rounds.
type timed struct {
	Reader string `json:"reader"`
	Failed string `json:"failed,omitempty"`
	effort
}

// speed is how fast one trace was read.
type speed struct {
	Bytes   int64   `json:"bytes"`
	Readers []timed `json:"readers"` // tare first
}

type speeds []speed

// viewable is the size in MiB of a trace that go tool trace can be expected to open:
// it takes some hundred times as much memory.
const viewable = 48

// speedPart has tare and others read a trace that go tool trace can open, and tare
// and the bare reader a larger one.
func speedPart(ctx context.Context, l *lab) (result, error) {
	drain, err := l.build(ctx, "tare/eval/explain/drain")
	if err != nil {
		return nil, err
	}
	viewer, err := traceTool(ctx)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(l.dir, "trace.out")
	readers := []reader{
		{name: "tare explain", argv: []string{l.tare, "explain", "-json", file}},
		{name: "golang.org/x/exp/trace alone", argv: []string{drain, file}},
		{name: "go tool trace", argv: []string{viewer, "-http=127.0.0.1:0", file}, until: "listening"},
	}
	small, err := l.race(ctx, file, viewable, readers)
	if err != nil {
		return nil, err
	}
	large, err := l.race(ctx, file, l.size, readers[:2])
	return speeds{small, large}, err
}

// enough is how many seconds a reader may take before it is not run again.
const enough = 60

// race makes a trace, and has it read by all, in turn.
func (l *lab) race(ctx context.Context, file string, size int64, readers []reader) (speed, error) {
	bytes, err := l.makeTrace(ctx, file, size)
	if err != nil {
		return speed{}, err
	}
	runs := make([]run, len(readers))
	for range max(1, l.rounds/4) {
		for i, r := range readers {
			if runs[i].failed != nil || runs[i].total > enough {
				continue
			}
			e, err := r.read(ctx)
			if ctx.Err() != nil {
				return speed{}, ctx.Err()
			}
			runs[i].add(e, err)
			log.Printf("%s: %.1f s, %s", r.name, e.Seconds, unit.Bytes(float64(e.Peak)))
		}
	}
	s := speed{Bytes: bytes}
	for i, r := range readers {
		s.Readers = append(s.Readers, runs[i].timed(r.name))
	}
	return s, nil
}

// run is all runs of one reader.
type run struct {
	times, peaks []float64
	total        float64 // seconds
	failed       error
}

func (r *run) add(e effort, err error) {
	r.times, r.peaks = append(r.times, e.Seconds), append(r.peaks, float64(e.Peak))
	r.total, r.failed = r.total+e.Seconds, err
}

func (r *run) timed(name string) timed {
	t := timed{Reader: name, effort: effort{stats.Median(r.times), int64(stats.Median(r.peaks))}}
	if r.failed != nil {
		t.Failed = r.failed.Error()
	}
	return t
}

func (l *lab) makeTrace(ctx context.Context, file string, size int64) (int64, error) {
	herd, err := l.build(ctx, "tare/eval/explain/herd")
	if err != nil {
		return 0, err
	}
	if out, err := exec.CommandContext(ctx, herd, "-size="+strconv.FormatInt(size, 10), file).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("making a trace: %w: %s", err, subject.Tail(string(out)))
	}
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// traceTool returns the file of go tool trace, built. (The go command would stay its
// parent.)
func traceTool(ctx context.Context) (string, error) {
	err := exec.CommandContext(ctx, "go", "tool", "trace", "-h").Run()
	if e := (*exec.ExitError)(nil); err != nil && !errors.As(err, &e) { // the usage has exit status 2
		return "", fmt.Errorf("building go tool trace: %w", err)
	}
	out, err := exec.CommandContext(ctx, "go", "tool", "-n", "trace").Output()
	if err != nil {
		return "", fmt.Errorf("looking for go tool trace: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// read runs the reader once. It may have three quarters of the memory that is free.
func (r reader) read(ctx context.Context) (effort, error) {
	cmd := exec.CommandContext(ctx, r.argv[0], r.argv[1:]...)
	cmd.Env = append(os.Environ(), "BROWSER=true") // go tool trace opens one
	return watch(ctx, cmd, r.until, kilobytes("proc/meminfo", "MemAvailable:")/4*3)
}

// good reports whether tare is as modest as it has to be, and quicker than the
// last reader, go tool trace, where that took part.
func (s speed) good() bool {
	tare, last := s.Readers[0], s.Readers[len(s.Readers)-1]
	quick := len(s.Readers) < 3 || last.Failed != "" || tare.Seconds < last.Seconds
	return tare.Failed == "" && tare.Peak <= mostMemory && quick
}

func (all speeds) good() bool {
	return !slices.ContainsFunc(all, func(s speed) bool { return !s.good() })
}

func (all speeds) table() string {
	var tables []string
	for _, s := range all {
		tables = append(tables, s.table())
	}
	return strings.Join(tables, "\n")
}

func (s speed) table() string {
	rows := [][]string{{fmt.Sprintf("trace of %s", unit.Bytes(float64(s.Bytes))), "time", "speed", "peak memory", ""}}
	for i, r := range s.Readers {
		took, rate := fmt.Sprintf("%.1f s", r.Seconds), fmt.Sprintf("%.0f MB/s", float64(s.Bytes)/1e6/r.Seconds)
		verdict := ""
		switch {
		case r.Failed != "":
			took, rate, verdict = "–", "–", docpart.Cell(r.Failed)
		case i == 0:
			verdict = word(s.good())
		}
		rows = append(rows, []string{r.Reader, took, rate, unit.Bytes(float64(r.Peak)), verdict})
	}
	return docpart.Table(rows)
}
