package clock

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func firstCPU(t *testing.T) int {
	t.Helper()
	cpus, err := CPUs()
	if err != nil || len(cpus) == 0 {
		t.Fatalf("CPUs %v, %v", cpus, err)
	}
	return cpus[0]
}

func TestOnPinsItsThreadOnly(t *testing.T) {
	cpu := firstCPU(t)
	before, err := CPUs()
	if err != nil {
		t.Fatal(err)
	}
	var s System
	for range 50 {
		err := s.On([]int{cpu}, func() {
			var set unix.CPUSet
			if err := unix.SchedGetaffinity(0, &set); err != nil || set.Count() != 1 || !set.IsSet(cpu) {
				t.Errorf("affinity %v, %v", set, err)
			}
			if unix.Gettid() == unix.Getpid() {
				t.Error("on the main thread, which would stay pinned")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	after, err := CPUs()
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("the process may run on %v, was %v (%v)", after, before, err)
	}
	waitUnpinned(t)
}

// waitUnpinned waits for the end of threads that differ from the main one in
// their CPUs or in the signals that they block.
func waitUnpinned(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	want := settings(t, "/proc/self/status")
	for {
		tasks, err := filepath.Glob("/proc/self/task/*/status")
		if err != nil || len(tasks) == 0 {
			t.Fatalf("%d threads, %v", len(tasks), err)
		}
		if !slices.ContainsFunc(tasks, func(task string) bool { s := settings(t, task); return s != "" && s != want }) {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("threads other than %s stay", want)
		}
		time.Sleep(time.Millisecond)
	}
}

// settings returns what On changes about a thread; nothing when it has ended.
func settings(t *testing.T, status string) string {
	b, err := os.ReadFile(status)
	if err != nil {
		return ""
	}
	var found []string
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "Cpus_allowed_list:") || strings.HasPrefix(line, "SigBlk:") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	if len(found) != 2 {
		t.Fatalf("%s has no CPUs or signals", status)
	}
	return fmt.Sprint(found)
}

func TestOnUnknownCPU(t *testing.T) {
	var s System
	ran := false
	if err := s.On([]int{1023}, func() { ran = true }); err == nil || ran {
		t.Errorf("ran %v, %v", ran, err)
	}
	waitUnpinned(t)
}

// TestSleepIsNeverShort sleeps on a thread as it is measured.
func TestSleepIsNeverShort(t *testing.T) {
	var s System
	err := s.On(nil, func() {
		for range 5 {
			const d = 300 * time.Microsecond
			start := s.Now()
			if err := s.Sleep(d); err != nil {
				t.Error(err)
			}
			if slept := s.Now() - start; slept < int64(d) {
				t.Errorf("slept %d ns", slept)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRawBelongsToNow(t *testing.T) {
	var s System
	var lastRaw int64
	for range 10 {
		before := s.Now()
		monotonic, raw, err := s.Raw()
		if after := s.Now(); err != nil || monotonic < before || monotonic > after {
			t.Errorf("%d, not between %d and %d (%v)", monotonic, before, after, err)
		}
		if raw <= lastRaw {
			t.Errorf("raw clock %d after %d", raw, lastRaw)
		}
		lastRaw = raw
	}
}

func TestPingPong(t *testing.T) {
	var s System
	if took, err := s.PingPong(firstCPU(t), 20); err != nil || took <= 0 {
		t.Errorf("took %v, %v", took, err)
	}
	waitUnpinned(t)
}

// TestPingPongFails checks that neither side waits for one that is not there,
// and that no descriptor stays open.
func TestPingPongFails(t *testing.T) {
	descriptors := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	var s System
	before := descriptors()
	if took, err := s.PingPong(1023, 20); err == nil || took != 0 {
		t.Errorf("took %v, %v", took, err)
	}
	if after := descriptors(); after != before {
		t.Errorf("%d descriptors, %d before", after, before)
	}
}

// TestPlayerSeesTheOtherSideLeave ends one side of the game early.
func TestPlayerSeesTheOtherSideLeave(t *testing.T) {
	there, err := newPipe()
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(there.write)
	defer unix.Close(there.read)
	p := player{in: there.read, out: -1}
	if err := p.echo(1); err == nil {
		t.Error("echoed nothing")
	}
	if err := p.serve(1); err == nil {
		t.Error("served to nobody")
	}
}
