package proc

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const helperVariable = "TARE_PROC_TEST_HELPER"

// TestMain makes the test binary a process that sleeps until it is killed.
func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) == "" {
		os.Exit(m.Run())
	}
	fmt.Println("ready")
	time.Sleep(10 * time.Minute)
}

// start starts the sleeper and returns when it runs.
func start(t *testing.T, c Command) *Process {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c.Path, c.Args, c.Env, c.Stdout = exe, []string{exe}, append(os.Environ(), helperVariable+"=1"), w
	p, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.Signal(os.Kill)
		<-p.Done()
	})
	if line, err := bufio.NewReader(r).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("got %q, %v", line, err)
	}
	return p
}

// TestExitedBeforeReaping checks that the PID is still the process's own while
// Exited runs, and free afterwards.
func TestExitedBeforeReaping(t *testing.T) {
	pid := make(chan int, 1)
	var during error
	p := start(t, Command{Exited: func() { during = unix.Kill(<-pid, 0) }})
	pid <- p.PID
	if p.Reaped() {
		t.Error("reaped while it sleeps")
	}
	if err := p.Signal(os.Kill); err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if during != nil {
		t.Errorf("while Exited ran: %v", during)
	}
	if state, err := p.State(); err != nil || state.String() != "signal: killed" || !p.Reaped() {
		t.Errorf("got %v, %v", state, err)
	}
}

// TestKillConfirms kills only what is named twice.
func TestKillConfirms(t *testing.T) {
	p := start(t, Command{})
	calls := 0
	once := func() ([]int, error) {
		if calls++; calls > 1 {
			return nil, nil
		}
		return []int{p.PID, 0, -1, os.Getpid()}, nil
	}
	if n, err := Kill(once); n != 0 || err != nil || calls != 2 {
		t.Errorf("named once: killed %d, %v, after %d calls", n, err, calls)
	}
	always := func() ([]int, error) { return []int{p.PID, 0, -1, os.Getpid()}, nil }
	if n, err := Kill(always); n != 1 || err != nil {
		t.Errorf("killed %d, %v", n, err)
	}
	<-p.Done()
	if n, err := Kill(always); n != 0 || err != nil {
		t.Errorf("after its end: killed %d, %v", n, err)
	}
}

// TestThreadsStayClean pins many children and finds every thread of this
// process as it was.
func TestThreadsStayClean(t *testing.T) {
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Fatal(err)
	}
	cpu := 0
	for !before.IsSet(cpu) {
		cpu++
	}
	for range 8 {
		p := start(t, Command{CPUs: []int{cpu}, NoASLR: true})
		if err := p.Signal(os.Kill); err != nil {
			t.Fatal(err)
		}
		<-p.Done()
	}
	// The main thread is the one that could not be thrown away.
	var after unix.CPUSet
	if err := unix.SchedGetaffinity(os.Getpid(), &after); err != nil || after != before {
		t.Errorf("main thread pinned to %v, %v", after, err)
	}
	personality, err := os.ReadFile("/proc/self/personality")
	if err == nil && strings.TrimLeft(strings.TrimSpace(string(personality)), "0") != "" {
		t.Errorf("main thread's personality is %s", personality)
	}
}
