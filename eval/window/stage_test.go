package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

// standIn returns a stage with a program in the place of tare that notes its
// arguments, prints the report and has the exit status, but 2 when asked for
// NoSuch.
func standIn(t *testing.T, report any, status int) (s *stage, calls func() []string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program that stands in for tare is a shell script")
	}
	dir := t.TempDir()
	s = &stage{dir: dir, places: map[string]place{}, builds: map[string]float64{}}
	s.tare, s.count = filepath.Join(dir, "tare"), 3
	said, notes := filepath.Join(dir, "said"), filepath.Join(dir, "notes")
	script := fmt.Sprintf("#!/bin/sh\necho \"$*\" >>%s\ncase \"$*\" in *NoSuch*) exit 2;; esac\ncat %s\nexit %d\n", notes, said, status)
	if err := os.WriteFile(said, encode(t, report), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.tare, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return s, func() []string {
		text, err := os.ReadFile(notes)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
}

// Building is asked for twice, once to fill the cache, and never again.
func TestValueCommands(t *testing.T) {
	of := record.Estimate{Center: 7, N: 3}
	s, calls := standIn(t, record.Run{Summaries: []record.Summary{{Net: of, Wall: of}}}, contaminated)
	s.flags = []string{"-benchtime=20ms"}
	x := target{bench: bench{name: "X/y"}, procs: 4}
	for range 2 {
		if v, err := s.value(t.Context(), place{dir: s.dir}, x); err != nil || v.Net != 7 {
			t.Fatalf("got %+v, %v", v, err)
		}
	}
	const start, end = "run -json -store=off -bench=", " -count=3 -cpu=4 -benchtime=20ms ."
	build, measure := start+"NoSuch"+end, start+"^BenchmarkX$/^y$"+end
	if got, want := calls(), []string{build, build, measure, measure}; !slices.Equal(got, want) {
		t.Errorf("called\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestValueSaysWhatFailed(t *testing.T) {
	run := record.Run{Failures: []record.Failure{{Stage: "calibrate", Outcome: record.Panicked, Message: "divide by zero"}}}
	s, _ := standIn(t, run, failed)
	if v, err := s.value(t.Context(), place{dir: s.dir}, target{}); err == nil || !strings.Contains(err.Error(), "divide by zero") {
		t.Errorf("got %+v, %v", v, err)
	}
}

func TestCompareCommand(t *testing.T) {
	change := record.Change{Verdict: record.Slower, Ratio: record.Estimate{Center: 1.1, N: 9}}
	s, calls := standIn(t, record.Comparison{Benchmarks: []record.Compared{{Changes: []record.Change{change}}}}, 1)
	e := effect{name: "e", bench: "X", old: usual, new: usual.times(3), settings: []setting{{"gogc", "off"}}}
	s.places[fmt.Sprintf("%+v", e.old)], s.places[fmt.Sprintf("%+v", e.new)] = place{dir: s.dir}, place{dir: "/new"}
	o, err := s.compare(t.Context(), s.tare, e, []string{"-aslr=off"})
	if err != nil || o.Verdict != record.Slower {
		t.Fatalf("got %+v, %v", o, err)
	}
	got := calls()
	if want := "compare -json -store=off -bench=^BenchmarkX$ -max-time=0s -new-gogc=off -aslr=off " + s.dir + " /new"; got[len(got)-1] != want {
		t.Errorf("called %s, want %s", got[len(got)-1], want)
	}
}
