//go:build amd64 || arm64

package bpf

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"tare/internal/trace/event"
)

// TestOccupants has a thread share its CPU with two other processes: whoever of them
// comes after the other is told as well, and nobody once the thread has ended.
func TestOccupants(t *testing.T) {
	r := need(t)
	pinned(t)
	// They are ended with the test: where starting a program takes seconds, as in an
	// emulated machine, they have to be there still.
	for _, name := range []string{"spinner1", "spinner2"} {
		fmt.Fprint(start(t, "spin 1 60000", copied(t, name)).in, "\n")
	}
	p := start(t, "spin 1 300")
	rec := follow(t, r, p)
	checkStates(t, rec)
	told := map[string]int{}
	waiting := map[int32]bool{}
	for i, e := range rec.events {
		switch e.Kind {
		case event.KernelOccupy:
			told[e.Name]++
			woken := func(next event.KernelEvent) bool { return next.Kind == event.KernelWake && next.Time == e.Time }
			if len(waiting) == 0 && !slices.ContainsFunc(rec.events[i:], woken) {
				t.Errorf("told of %q at %d, and no thread waits", e.Name, e.Time)
			}
		case event.KernelOff:
			if e.Why == event.OffPreempted {
				waiting[e.TID] = true
			}
		case event.KernelWake:
			waiting[e.TID] = true
		case event.KernelOn:
			delete(waiting, e.TID)
		}
	}
	if told["spinner1"] < 3 || told["spinner2"] < 3 {
		t.Errorf("told of %v", told)
	}
}

// pinned binds what the test starts from now on to one of its CPUs.
func pinned(t *testing.T) {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	var all, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	for cpu := 0; one.Count() == 0; cpu++ {
		if all.IsSet(cpu) {
			one.Set(cpu)
		}
	}
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.SchedSetaffinity(0, &all) })
}

// copied returns the test's program under another name.
func copied(t *testing.T, name string) string {
	t.Helper()
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, program, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}
