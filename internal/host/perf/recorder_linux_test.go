package perf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/test/golden"
	"tare/internal/trace/event"
)

const followedVariable = "TARE_PERF_TEST_FOLLOWED"

func init() {
	if os.Getenv(followedVariable) != "" {
		followed()
		os.Exit(0)
	}
}

// followed waits for a byte, makes threads that end, and waits again.
func followed() {
	wait := func() { _, _ = os.Stdin.Read(make([]byte, 1)) }
	wait()
	var threads sync.WaitGroup
	for range 3 {
		threads.Go(func() {
			runtime.LockOSThread() // never unlocked, so the thread ends, too
			time.Sleep(2 * time.Millisecond)
		})
	}
	threads.Wait()
	wait()
}

// What is told of a process makes sense, threads that come later included.
func TestFollow(t *testing.T) {
	r, reading := OpenRecorder()
	need(t, reading)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), followedVariable+"=1")
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Follow(cmd.Process.Pid); err != nil {
		t.Fatal(err)
	}
	var all []event.KernelEvent
	read := make(chan error)
	ended := make(chan bool, 100)
	go func() {
		read <- r.Read(func(e *event.KernelEvent, _ []uint64) {
			all = append(all, *e)
			if e.Kind == event.KernelExit {
				ended <- true
			}
		})
	}()
	_, _ = io.WriteString(stdin, "x")
	for range 3 {
		<-ended
	}
	_ = stdin.Close()
	if err := errors.Join(cmd.Wait(), r.Close(), <-read); err != nil {
		t.Fatal(err)
	}
	sensible(t, all, int32(cmd.Process.Pid))
	if r.Lost() != 0 {
		t.Errorf("%d events lost", r.Lost())
	}
}

// sensible checks the order of what is told, and that of each thread.
func sensible(t *testing.T, all []event.KernelEvent, pid int32) {
	t.Helper()
	last, kinds := int64(0), map[event.KernelKind]int{}
	state := map[int32]event.KernelKind{}
	for _, e := range all {
		before, told := state[e.TID]
		kinds[e.Kind]++
		switch {
		case e.Time < last:
			t.Errorf("%+v is told too late", e)
		case e.Kind == event.KernelThread && e.Name != filepath.Base(os.Args[0]):
			t.Errorf("%+v has another name than its process", e)
		case e.Kind != event.KernelThread && (!told || e.Kind == before):
			t.Errorf("%+v after kind %d", e, before)
		case e.Kind == event.KernelExit && before != event.KernelOff:
			t.Errorf("%+v ended on its CPU", e)
		}
		last, state[e.TID] = e.Time, e.Kind
		if e.Kind == event.KernelExit {
			delete(state, e.TID)
		}
	}
	if _, ok := state[pid]; ok || len(state) > 0 || kinds[event.KernelOn] < 4 || kinds[event.KernelExit] != kinds[event.KernelThread] || kinds[event.KernelExit] < 4 {
		t.Errorf("events by kind: %v, and these did not end: %v", kinds, state)
	}
}

// A process that has ended is told from one that cannot be followed.
func TestFollowEnded(t *testing.T) {
	r, reading := OpenRecorder()
	need(t, reading)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"=1")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if err := r.Follow(cmd.Process.Pid); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("following what has ended: %v", err)
	}
}

func TestParse(t *testing.T) {
	id := func(body []byte, pid, tid uint32, time uint64) []byte {
		body = binary.NativeEndian.AppendUint32(binary.NativeEndian.AppendUint32(body, pid), tid)
		return binary.NativeEndian.AppendUint64(body, time)
	}
	words := func(all ...uint32) (b []byte) {
		for _, w := range all {
			b = binary.NativeEndian.AppendUint32(b, w)
		}
		return b
	}
	const out, preempt = unix.PERF_RECORD_MISC_SWITCH_OUT, unix.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT
	for name, c := range map[string]struct {
		kind uint32
		misc uint16
		body []byte
		want notice
		ok   bool
	}{
		"on":              {unix.PERF_RECORD_SWITCH, 0, id(nil, 7, 8, 99), notice{time: 99, kind: noticeOn, tid: 8}, true},
		"off":             {unix.PERF_RECORD_SWITCH, out, id(nil, 7, 8, 99), notice{time: 99, kind: noticeOff, tid: 8, why: event.OffSleep}, true},
		"preempted":       {unix.PERF_RECORD_SWITCH, out | preempt, id(nil, 7, 8, 99), notice{time: 99, kind: noticeOff, tid: 8, why: event.OffPreempted}, true},
		"other process":   {unix.PERF_RECORD_SWITCH, 0, id(nil, 6, 8, 99), notice{}, false},
		"name":            {unix.PERF_RECORD_COMM, 0, id(append(words(7, 8), "worker\x00\x00"...), 7, 8, 99), notice{time: 99, kind: noticeThread, tid: 8, name: "worker"}, true},
		"fork":            {unix.PERF_RECORD_FORK, 0, id(words(7, 7, 9, 8, 0, 0), 7, 8, 99), notice{time: 99, kind: noticeFork, tid: 9, parent: 8}, true},
		"process":         {unix.PERF_RECORD_FORK, 0, id(words(70, 7, 70, 8, 0, 0), 7, 8, 99), notice{}, false},
		"exit":            {unix.PERF_RECORD_EXIT, 0, id(words(7, 7, 9, 8, 0, 0), 7, 9, 99), notice{time: 99, kind: noticeExit, tid: 9}, true},
		"lost":            {unix.PERF_RECORD_LOST, 0, id(words(1, 0, 12, 0), 3, 3, 99), notice{time: 99, kind: noticeLost, count: 12}, true},
		"of another kind": {unix.PERF_RECORD_MMAP, 0, id(nil, 7, 8, 99), notice{}, false},
		"short":           {unix.PERF_RECORD_SWITCH, 0, words(7, 8), notice{}, false},
	} {
		got, ok := parse(c.kind, c.misc, c.body, 7)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(uint32(unix.PERF_RECORD_COMM), uint16(0), make([]byte, 24))
	f.Add(uint32(unix.PERF_RECORD_FORK), uint16(0), make([]byte, 16))
	f.Fuzz(func(t *testing.T, kind uint32, misc uint16, body []byte) {
		if n, ok := parse(kind, misc, body, 0); ok && len(n.name) > len(body) {
			t.Errorf("%+v from %d bytes", n, len(body))
		}
	})
}

// What threads say becomes events: each told before anything else of it, no
// state twice, numbers and times as the process has them.
func TestWatched(t *testing.T) {
	var got []string
	w := &watched{main: 7, clock: 1000, threads: map[int32]*thread{},
		number: func(tid int32) int32 { return max(0, tid-6) * (1 - tid/99) }, // 99 cannot be known
		tell: func(e event.KernelEvent) {
			got = append(got, fmt.Sprintf("%d kind %d cpu %d tid %d why %d other %d own %t name %q number %d",
				e.Time, e.Kind, e.CPU, e.TID, e.Why, e.Other, e.Own, e.Name, e.Number))
		},
	}
	notices := []notice{
		{time: 1, kind: noticeThread, cpu: -1, tid: 7, name: "app"},
		{time: 2, kind: noticeOn, cpu: 3, tid: 7},
		{time: 3, kind: noticeOn, cpu: 3, tid: 7},      // attached to twice
		{time: 4, kind: noticeAsleep, cpu: -1, tid: 7}, // outdated
		{time: 5, kind: noticeFork, cpu: 3, tid: 8, parent: 7},
		{time: 6, kind: noticeFork, cpu: 3, tid: 8, parent: 7},
		{time: 7, kind: noticeAsleep, cpu: -1, tid: 8},
		{time: 8, kind: noticeThread, cpu: 1, tid: 8, name: "net"},
		{time: 9, kind: noticeLost, cpu: 1, count: 4},
		{time: 10, kind: noticeOff, cpu: 1, tid: 8, why: event.OffPreempted}, // told again after a loss
		{time: 11, kind: noticeOn, cpu: 0, tid: 9},                           // its fork was lost
		{time: 12, kind: noticeExit, cpu: 0, tid: 9},
		{time: 13, kind: noticeExit, cpu: 0, tid: 9},
		{time: 14, kind: noticeOn, cpu: 0, tid: 99},
		{time: 15, kind: noticeOff, cpu: 3, tid: 7, why: event.OffPreempted},
		{time: 16, kind: noticeOn, cpu: 3, tid: 8}, // at once
		{time: 17, kind: noticeOff, cpu: 3, tid: 8, why: event.OffPreempted},
		{time: 18 + handover, kind: noticeOn, cpu: 3, tid: 7}, // not at once
	}
	for i := range notices {
		w.take(&notices[i], next(notices[i:]))
	}
	golden.Check(t, "watched.txt", strings.Join(got, "\n")+"\n")
	if w.lost.Load() != 6 || len(w.threads) != 3 {
		t.Errorf("%d lost, %d threads", w.lost.Load(), len(w.threads))
	}
}
