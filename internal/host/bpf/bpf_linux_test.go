//go:build amd64 || arm64

package bpf

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"tare/internal/record"
	"tare/internal/test/vmtest"
	"tare/internal/trace/event"
)

// need opens a Recorder, or ends the test where there is none.
func need(t testing.TB) *Recorder {
	t.Helper()
	r, reading := Open()
	if !reading.OK() {
		vmtest.Need(t, "bpf", fmt.Errorf("%s: %s", reading.Status, reading.Why))
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// recording is what was recorded of a process, by time.
type recording struct {
	events []event.KernelEvent
	stacks map[event.OffWhy]int
}

func (rec *recording) read(r *Recorder) error {
	rec.stacks = map[event.OffWhy]int{}
	err := r.Read(func(e *event.KernelEvent, pcs []uint64) {
		rec.events = append(rec.events, *e)
		if pcs != nil {
			rec.stacks[e.Why]++
		}
	})
	slices.SortStableFunc(rec.events, func(a, b event.KernelEvent) int { return cmp.Compare(a.Time, b.Time) })
	return err
}

// count counts a thread's events between two moments.
func (rec *recording) count(tid int32, from, to int64, kind event.KernelKind, whys ...event.OffWhy) (n int64) {
	for _, e := range rec.events {
		if e.TID == tid && e.Kind == kind && slices.Contains(whys, e.Why) && e.Time > from && e.Time <= to {
			n++
		}
	}
	return n
}

// follow records the whole work of p.
func follow(t testing.TB, r *Recorder, p *process) *recording {
	t.Helper()
	rec := &recording{}
	read := make(chan error, 1)
	go func() { read <- rec.read(r) }()
	if err := r.Follow(p.pid); err != nil {
		t.Fatal(err)
	}
	p.finish(t)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestSwitches compares the switches of two threads with what the kernel counts
// for them.
func TestSwitches(t *testing.T) {
	r, p := need(t), start(t, "pingpong 1000")
	rec := follow(t, r, p)
	if len(p.workers) != 2 || r.Lost() != 0 {
		t.Fatalf("%d workers, %d events lost", len(p.workers), r.Lost())
	}
	for _, w := range p.workers {
		slept := rec.count(w.tid, w.begin.time, w.end.time, event.KernelOff, event.OffSleep)
		kept := rec.count(w.tid, w.begin.time, w.end.time, event.KernelOff, event.OffPreempted, event.OffThrottled)
		if v, i := w.end.voluntary-w.begin.voluntary, w.end.involuntary-w.begin.involuntary; slept != v || kept != i {
			t.Errorf("thread %d was taken off %d times to sleep and %d times else; the kernel counts %d and %d", w.tid, slept, kept, v, i)
		}
		if slept == 0 {
			t.Errorf("thread %d did not sleep", w.tid)
		}
	}
	if rec.stacks[event.OffSleep] != 0 {
		t.Errorf("stacks of %v", rec.stacks)
	}
	checkStates(t, rec)
}

// checkStates checks that what is told of a thread makes sense: it is told that it
// exists, put on a CPU only when it was off, taken off only when on, and woken
// only when asleep.
func checkStates(t *testing.T, rec *recording) {
	t.Helper()
	const unknown, asleep, awake, on, ended = 1, 2, 3, 4, 5
	states := map[int32]int{}
	for i, e := range rec.events {
		s, ok := states[e.TID], true
		switch e.Kind {
		case event.KernelThread:
			ok = s != ended
			s = max(s, unknown)
		case event.KernelOff:
			ok = s == on || s == unknown
			s = map[event.OffWhy]int{event.OffSleep: asleep, event.OffPreempted: awake, event.OffThrottled: awake, event.OffExit: ended}[e.Why]
		case event.KernelWake:
			ok = s == asleep || s == unknown
			s = awake
		case event.KernelOn:
			ok = s == asleep || s == awake || s == unknown // the wakeup may have been hidden, see arrived in sched.c
			s = on
		case event.KernelExit:
			ok = s == ended
			s = 0 // the number may be given to another one
		}
		if !ok {
			t.Errorf("event %d of %d does not follow from thread %d's events before it: %+v", i, len(rec.events), e.TID, e)
		}
		if states[e.TID] = s; s == 0 {
			delete(states, e.TID)
		}
	}
	var left []int32
	for tid, s := range states {
		if tid != 0 && s != unknown { // one may be met and end at once
			left = append(left, tid)
		}
	}
	// A process can be waited for before its threads have left their CPUs for good.
	if len(left) > runtime.NumCPU() {
		t.Errorf("threads %d have not ended", left)
	}
}

func TestAllStacks(t *testing.T) {
	r, p := need(t), start(t, "pingpong 100")
	r.Stacks(true)
	if rec := follow(t, r, p); rec.stacks[event.OffSleep] == 0 {
		t.Errorf("stacks of %v", rec.stacks)
	}
}

func TestSyscallsAreCounted(t *testing.T) {
	const calls = 100_000
	r, p := need(t), start(t, fmt.Sprint("getppid ", calls))
	follow(t, r, p)
	if got := r.Syscalls()[unix.SYS_GETPPID]; got != calls {
		t.Errorf("getppid was called %d times, and counted %d times", calls, got)
	}
	if ns, runs := r.Cost(); !ns.OK() || ns.Value <= 0 || runs.Value <= 0 {
		t.Errorf("the programs took %+v in %+v runs", ns, runs)
	}
}

// TestFollowAmidWork meets threads that are on CPUs, wait for one, or sleep.
func TestFollowAmidWork(t *testing.T) {
	for range 10 {
		r, p := need(t), start(t, "spin 4 100")
		fmt.Fprint(p.in, "\n") // begin now
		rec := follow(t, r, p)
		checkStates(t, rec)
	}
}

// TestNamespaces records a process with a PID namespace and a clock of its own.
func TestNamespaces(t *testing.T) {
	r := need(t)
	if _, err := exec.LookPath("unshare"); err != nil {
		vmtest.Need(t, "unshare", err)
	}
	p := start(t, "pingpong 10", "unshare", "--fork", "--pid", "--time", "--monotonic=1000000")
	rec := follow(t, r, p)
	for _, w := range p.workers {
		if w.tid > 1000 || rec.count(w.tid, 0, w.end.time, event.KernelThread, 0) != 1 || rec.count(w.tid, 0, w.end.time, event.KernelExit, 0) != 0 {
			t.Errorf("thread %d was not recorded as such", w.tid)
		}
	}
	checkStates(t, rec)
}

// TestExec: the thread that becomes another program takes over the number of the
// first one.
func TestExec(t *testing.T) {
	r, p := need(t), start(t, "exec 0")
	rec := follow(t, r, p)
	checkStates(t, rec)
	if p.execed == 0 || rec.count(p.execed, 0, 1<<62, event.KernelExit, 0) != 1 || rec.count(int32(p.pid), 0, 1<<62, event.KernelExit, 0) != 2 {
		t.Errorf("threads %d and %d did not end once and twice", p.execed, p.pid)
	}
	if got := r.Syscalls()[unix.SYS_GETPPID]; got != 7 {
		t.Errorf("%d system calls of the new program were counted, want 7", got)
	}
}

// TestLost has nobody read until a small buffer overflows.
func TestLost(t *testing.T) {
	need(t)
	r, reading := open(4096)
	if !reading.OK() {
		t.Fatal(reading)
	}
	p := start(t, "pingpong 1000")
	if err := r.Follow(p.pid); err != nil {
		t.Fatal(err)
	}
	p.finish(t)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec := &recording{}
	if err := rec.read(r); err != nil {
		t.Fatal(err)
	}
	var told int64
	for _, e := range rec.events {
		if e.Kind == event.KernelLost {
			told += int64(e.Number)
		}
	}
	if lost := r.Lost(); told == 0 || told != lost {
		t.Errorf("%d events were lost, and %d told", lost, told)
	}
}

func TestFollowOnce(t *testing.T) {
	r := need(t)
	for _, pid := range []int{1 << 30, 0, -1} {
		if err := r.Follow(pid); err == nil {
			t.Errorf("followed process %d", pid)
		}
	}
	p := start(t, "getppid 1")
	if err := r.Follow(p.pid); err != nil {
		t.Fatal(err)
	}
	if err := r.Follow(p.pid); err == nil {
		t.Error("followed a second one")
	}
}

func TestDenied(t *testing.T) {
	need(t)
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), childVariable+"=open")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.Output()
	if want := string(record.Denied) + " eBPF needs root"; err != nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("%s, %v; want %s", out, err, want)
	}
}
