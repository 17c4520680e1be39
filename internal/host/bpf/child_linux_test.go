//go:build amd64 || arm64

package bpf

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const childVariable = "TARE_BPF_TEST_CHILD"

func TestMain(m *testing.M) {
	if work := os.Getenv(childVariable); work != "" {
		child(strings.Fields(work))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is a process to be recorded. It waits for a line and does its work.
func child(work []string) {
	if work[0] == "open" {
		_, reading := Open()
		fmt.Println(reading.Status, reading.Why)
		return
	}
	n, _ := strconv.Atoi(work[1])
	fmt.Println("ready")
	os.Stdin.Read(make([]byte, 1))
	switch work[0] {
	case "getppid":
		inThreads(1, func(int) {
			for range n {
				unix.RawSyscall(unix.SYS_GETPPID, 0, 0, 0)
			}
		})
	case "pingpong":
		pingpong(n)
	case "echo":
		echo(n)
	case "spin":
		ms, _ := strconv.Atoi(work[2])
		spin(n, time.Duration(ms)*time.Millisecond)
	case "exec":
		become()
	}
}

// pingpong has two threads send a byte to and fro n times.
func pingpong(n int) {
	var there, back [2]int
	if unix.Pipe(there[:]) != nil || unix.Pipe(back[:]) != nil {
		panic("no pipes")
	}
	inThreads(2, func(i int) {
		b := make([]byte, 1)
		for range n {
			if i == 0 {
				unix.Write(there[1], b)
				unix.Read(back[0], b)
			} else {
				unix.Read(there[0], b)
				unix.Write(back[1], b)
			}
		}
	})
}

// echo sends a byte over TCP to another goroutine and back, n times.
func echo(n int) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		server, _ := listener.Accept()
		io.Copy(struct{ io.Writer }{server}, struct{ io.Reader }{server})
	}()
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		panic(err)
	}
	b := make([]byte, 1)
	for range n {
		client.Write(b)
		client.Read(b)
	}
}

// spin keeps n threads busy.
func spin(n int, d time.Duration) {
	start := time.Now()
	inThreads(n, func(int) {
		for time.Since(start) < d {
		}
	})
}

// become becomes another program in a thread that is not the process's first.
func become() {
	inThreads(2, func(int) {
		if unix.Gettid() != unix.Getpid() {
			fmt.Println("exec", unix.Gettid())
			panic(syscall.Exec("/proc/self/exe", os.Args, []string{childVariable + "=getppid 7"}))
		}
		select {}
	})
}

// counted is how often the kernel took a thread off its CPU until a moment of the
// thread's clock.
type counted struct {
	time                   int64
	voluntary, involuntary int64
}

// count asks for the calling thread's switches until they stand still.
func count() (c counted) {
	for {
		var before, after unix.Rusage
		var now unix.Timespec
		unix.Getrusage(unix.RUSAGE_THREAD, &before)
		unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
		unix.Getrusage(unix.RUSAGE_THREAD, &after)
		if before.Nvcsw == after.Nvcsw && before.Nivcsw == after.Nivcsw {
			return counted{now.Nano(), after.Nvcsw, after.Nivcsw}
		}
	}
}

// worker is what a thread of a child says of itself.
type worker struct {
	tid        int32
	begin, end counted
}

const workerFormat = "worker %d %d %d %d %d %d %d\n"

// inThreads runs f in n threads, which end with it, and prints each worker.
func inThreads(n int, f func(i int)) {
	runtime.GOMAXPROCS(n + 1)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			runtime.LockOSThread() // until the thread ends
			begin := count()
			f(i)
			end := count()
			fmt.Printf(workerFormat, unix.Gettid(), begin.time, begin.voluntary, begin.involuntary, end.time, end.voluntary, end.involuntary)
		})
	}
	wg.Wait()
}

// process is a child as its parent sees it.
type process struct {
	cmd     *exec.Cmd
	in      io.Writer
	out     *bufio.Scanner
	pid     int
	workers []worker // when it has ended
	execed  int32    // thread that became another program
}

// start starts a child, by the command wrap if that is given, and returns when
// it is ready.
func start(t testing.TB, work string, wrap ...string) *process {
	t.Helper()
	args := append(wrap, os.Args[0])
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), childVariable+"="+work, "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	p := &process{cmd: cmd, in: in, out: bufio.NewScanner(out)}
	if !p.out.Scan() {
		t.Fatal("the child does not start")
	}
	p.pid = innermost(cmd.Process.Pid)
	return p
}

// innermost returns the last one of the processes that were forked one by the
// other, beginning with pid.
func innermost(pid int) int {
	var next int
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if n, _ := fmt.Sscan(string(text), &next); n == 1 {
		return innermost(next)
	}
	return pid
}

// finish has the child do its work and waits for its end.
func (p *process) finish(t testing.TB) {
	t.Helper()
	fmt.Fprint(p.in, "\n\n") // the second one is for a program that it may become
	for p.out.Scan() {
		var w worker
		fmt.Sscanf(p.out.Text(), "exec %d", &p.execed)
		b, e := &w.begin, &w.end
		if n, _ := fmt.Sscanf(p.out.Text()+"\n", workerFormat, &w.tid, &b.time, &b.voluntary, &b.involuntary, &e.time, &e.voluntary, &e.involuntary); n == 7 {
			p.workers = append(p.workers, w)
		}
	}
	if err := p.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}
