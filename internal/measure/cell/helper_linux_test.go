package cell

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tare/internal/read/cgroupfs"
)

// helperVariable makes the test binary play a workload: the tests also run
// where there is no other program.
const helperVariable = "TARE_CELL_TEST_HELPER"

// Helpers find a pipe at descriptor 3, which everything they start inherits:
// its reader meets the end of file when all of them are gone.
const pipeFD = 3

func TestMain(m *testing.M) {
	if mode := os.Getenv(helperVariable); mode != "" {
		play(mode)
		return
	}
	state, err := os.MkdirTemp("", "tare-cell-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Setenv("TARE_STATE", state)
	status := m.Run()
	os.RemoveAll(state)
	if left := leftovers(); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "cgroups left behind:", left)
		status = 1
	}
	os.Exit(status)
}

// leftovers lists the groups of this process in all hierarchies.
func leftovers() []string {
	s := newSite(Options{})
	topology, err := cgroupfs.Read(s.fsys)
	if err != nil {
		return nil // no cgroups here
	}
	var left []string
	for _, h := range topology {
		if h.Own == "" {
			continue
		}
		_ = fs.WalkDir(s.fsys, h.Mount, func(dir string, _ fs.DirEntry, err error) error {
			if n, ok := parseName(path.Base(dir)); ok && n.owner == s.self {
				left = append(left, dir)
			}
			return skipUnreadable(err)
		})
	}
	return left
}

// play is the workload.
func play(mode string) {
	pipe := os.NewFile(pipeFD, "pipe")
	switch mode {
	case "exit 3":
		fmt.Println("to stdout")
		fmt.Fprintln(os.Stderr, "to stderr")
		os.Exit(3)
	case "facts":
		playFacts()
	case "spin":
		playSpin()
	case "hog":
		playHog()
	case "sleep":
		fmt.Fprintln(pipe, "sleeping", os.Getpid())
		sleep()
	case "deaf":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		fmt.Fprintln(pipe, "deaf", os.Getpid())
		sleep()
	case "daemon":
		again("daemon child", pipe)
	case "lasting daemon":
		again("daemon child", pipe)
		sleep() // the cell's end would be the daemon's
	case "daemon child":
		again("sleep", pipe)
	case "relay":
		generation, _ := strconv.Atoi(os.Getenv(generationVariable))
		if generation == lastGeneration {
			return
		}
		os.Setenv(generationVariable, strconv.Itoa(generation+1))
		again("relay", pipe)
	case "bomb":
		for range 4 {
			again("relay", pipe)
			again("sleep", pipe)
		}
		sleep()
	case "owner":
		playOwner(pipe)
	case "nested":
		playNested(pipe)
	}
}

// sleep outlasts every test, but not the day, should a test fail to end it.
func sleep() {
	time.Sleep(10 * time.Minute)
	os.Exit(0)
}

// A relay ends by itself after so many generations, should a test fail to end
// it: longer than any test takes.
const (
	generationVariable = "TARE_CELL_TEST_GENERATION"
	lastGeneration     = 10000
)

// again starts this program in another mode, in a session of its own, and
// does not wait for it.
func again(mode string, pipe *os.File) {
	cmd := exec.Command(self())
	cmd.Env = append(os.Environ(), helperVariable+"="+mode)
	cmd.ExtraFiles = []*os.File{pipe}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		sleep() // refused: stay, as bombs do
	}
}

// playOwner is a tare that holds a cell in which a process and its daemon run.
func playOwner(pipe *os.File) {
	s, _, err := Open(Options{hide: hides[os.Getenv(hideVariable)]})
	if err != nil {
		fmt.Fprintln(pipe, "error", err)
		return
	}
	c, err := s.New(Limits{})
	if err != nil {
		fmt.Fprintln(pipe, "error", err)
		return
	}
	p, err := c.Start(Spec{
		Path: self(), Env: append(os.Environ(), helperVariable+"="+os.Getenv(modeVariable)), ExtraFiles: []*os.File{pipe}, ASLR: true,
	})
	if err != nil {
		fmt.Fprintln(pipe, "error", err)
		return
	}
	fmt.Fprintln(pipe, "owner", c.name)
	_, _ = p.Wait(context.Background())
}

// playNested is a tare that runs in a cell of another one, and wants cells
// with a quota of one CPU.
func playNested(pipe *os.File) {
	s, findings, err := Open(Options{Limits: []Limits{{Quota: 1}}})
	if err != nil {
		fmt.Fprintln(pipe, "refused", err)
		return
	}
	defer s.Close()
	fmt.Fprintln(pipe, "parent", s.Parent())
	fmt.Fprintln(pipe, "findings", findings)
}

func self() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}

// What an owner is told: the machine to see and what plays in its cell.
const (
	hideVariable = "TARE_CELL_TEST_HIDE"
	modeVariable = "TARE_CELL_TEST_MODE"
)

// hides are machines made out of the one at hand by leaving hierarchies out.
var hides = map[string]func(cgroupfs.Hierarchy) bool{
	"as it is":   nil,
	"no cgroup":  func(cgroupfs.Hierarchy) bool { return true },
	"v2 only":    func(h cgroupfs.Hierarchy) bool { return h.Version == 1 },
	"no v1 pids": func(h cgroupfs.Hierarchy) bool { return h.Version == 2 || hasController(h, "pids") },
}

func hasController(h cgroupfs.Hierarchy, c string) bool {
	return len(common([]string{c}, h.Controllers)) > 0
}

// onMachines runs the test on each machine that differs from the others here.
func onMachines(t *testing.T, test func(t *testing.T, machine string)) {
	for _, machine := range []string{"as it is", "no cgroup", "v2 only", "no v1 pids"} {
		t.Run(machine, func(t *testing.T) {
			s := open(t, machine)
			level := s.Level()
			switch machine {
			case "v2 only":
				if level != LevelV2 || open(t, "as it is").Level() == LevelV2 {
					t.Skip("no v2 hierarchy besides v1")
				}
			case "no v1 pids":
				if level != LevelV1 {
					t.Skip("no v1 hierarchy")
				}
			}
			test(t, machine)
		})
	}
}

// open opens a site that is closed, with its cells, at the end of the test.
func open(t testing.TB, machine string, limits ...Limits) *Site {
	t.Helper()
	s, findings, err := Open(Options{Limits: limits, hide: hides[machine]})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("level %q below %q, findings %v", s.Level(), s.Parent(), findings)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// trial is a helper in a cell.
type trial struct {
	*Process
	cell *Cell
	*voice
}

// start starts a helper in a new cell.
func start(t testing.TB, s *Site, l Limits, mode string, change func(*Spec)) trial {
	t.Helper()
	c, err := s.New(l)
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	t.Cleanup(func() { r.Close() })
	spec := Spec{Path: self(), Env: append(os.Environ(), helperVariable+"="+mode), ExtraFiles: []*os.File{w}, ASLR: true}
	if change != nil {
		change(&spec)
	}
	p, err := c.Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	return trial{p, c, newVoice(r)}
}

// voice is the reading end of the helpers' pipe.
type voice struct {
	*os.File
	lines *bufio.Scanner
	heard []string // lines that nobody asked for yet
}

func newVoice(r *os.File) *voice { return &voice{File: r, lines: bufio.NewScanner(r)} }

// hear waits until a helper has written a line that begins with word and
// returns the rest of it. Each line is heard once.
func (v *voice) hear(t testing.TB, word string) string {
	t.Helper()
	if err := v.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		for i == len(v.heard) {
			if !v.lines.Scan() {
				t.Fatalf("waiting for %q after %q: %v", word, v.heard, v.lines.Err())
			}
			v.heard = append(v.heard, v.lines.Text())
		}
		if rest, ok := strings.CutPrefix(v.heard[i], word+" "); ok {
			v.heard = slices.Delete(v.heard, i, i+1)
			return rest
		}
		if strings.HasPrefix(v.heard[i], "error ") {
			t.Fatalf("helper: %s", v.heard[i])
		}
	}
}

// allGone fails when any process still holds the other end of the pipe.
func (v *voice) allGone(t testing.TB) {
	t.Helper()
	if err := v.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, v.File); err != nil {
		t.Errorf("something that the trial started is still there: %v", err)
	}
}

// wait waits for the end of the trial and closes its cell.
func (tr trial) wait(t testing.TB, ctx context.Context) Result {
	t.Helper()
	r, err := tr.Wait(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tr.allGone(t)
	if err := tr.cell.Close(); err != nil {
		t.Error(err)
	}
	return r
}
