package store

import (
	"fmt"
	"os/exec"
	"reflect"
	"strconv"
	"testing"
)

var kinds = []Kind{Run, Comparison}

// A writer killed at any moment loses at most the trial under way.
func TestKilledWriter(t *testing.T) {
	path := tempPath(t)
	for round := range 6 {
		kind, id := kinds[round%2], fmt.Sprint("r", round)
		cmd := child(t, "write", path, string(kind), id, "0")
		lines := start(t, cmd)
		printed := -1
		for range 10 * (round + 1) {
			if !lines.Scan() {
				t.Fatal("the writer ended by itself")
			}
			printed, _ = strconv.Atoi(lines.Text())
		}
		check(t, cmd.Process.Kill())
		for lines.Scan() {
			printed, _ = strconv.Atoi(lines.Text())
		}
		cmd.Wait()
		run := mustLoad(t, runsOf(open(t, path), kind), id)
		// One more than it lived to print may have been stored.
		if n := len(run.Trials); n != printed+1 && n != printed+2 {
			t.Errorf("%d trials printed, %d found", printed+1, n)
		}
		for i, trial := range run.Trials {
			if want := sampleTrial("BenchmarkX", i); !reflect.DeepEqual(trial, want) {
				t.Errorf("trial %d: got %+v, want %+v", i, trial, want)
			}
		}
		if !run.Finished.IsZero() {
			t.Errorf("killed run has a finish time, %v", run.Finished)
		}
	}
}

// Processes that create, migrate and fill the same new file at once all get
// their runs in.
func TestConcurrentProcesses(t *testing.T) {
	const writers, trials = 4, 30
	path := tempPath(t)
	var cmds []*exec.Cmd
	for w := range writers {
		cmd := child(t, "write", path, string(kinds[w%2]), fmt.Sprint("r", w), fmt.Sprint(trials))
		check(t, cmd.Start())
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	headers, err := open(t, path).List(t.Context(), Filter{})
	check(t, err)
	if len(headers) != writers {
		t.Errorf("%d runs, want %d", len(headers), writers)
	}
	for _, h := range headers {
		if h.Trials != trials || h.Finished.IsZero() {
			t.Errorf("run %s: %d trials, finished %v; want %d and a time", h.ID, h.Trials, h.Finished, trials)
		}
	}
}
