package cell

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// needCgroup skips without cgroups, or fails if TARE_REQUIRE says that this
// machine must have them.
func needCgroup(t testing.TB, s *Site) {
	t.Helper()
	for _, want := range strings.Split(os.Getenv("TARE_REQUIRE"), ",") {
		level := map[string]string{"cgroup1": LevelV1, "cgroup2": LevelV2}[want]
		if level != "" && level != s.Level() {
			t.Fatalf("TARE_REQUIRE=%s, but the level is %q", want, s.Level())
		}
	}
	if s.Level() == LevelNone {
		t.Skip("no writable cgroups")
	}
}

// openLimited opens a site for the limits, skipping where they cannot be set.
func openLimited(t testing.TB, l Limits) *Site {
	t.Helper()
	needCgroup(t, open(t, "as it is"))
	s, _, err := Open(Options{Limits: []Limits{l}})
	if err != nil && os.Getenv("TARE_REQUIRE") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestOutputAndStatus(t *testing.T) {
	onMachines(t, func(t *testing.T, machine string) {
		var stdout, stderr bytes.Buffer
		tr := start(t, open(t, machine), Limits{}, "exit 3", func(s *Spec) { s.Stdout, s.Stderr = &stdout, &stderr })
		r := tr.wait(t, t.Context())
		if r.Status != 3 || r.Signal != 0 || r.Stopped != nil {
			t.Errorf("got %+v", r)
		}
		if stdout.String() != "to stdout\n" || stderr.String() != "to stderr\n" {
			t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
		}
		if n, ok := r.Usage.Value(record.MinorFaults); !ok || n == 0 {
			t.Errorf("a process ran without a page fault: %v", r.Usage)
		}
		if _, err := tr.cell.Start(Spec{Path: self()}); err == nil {
			t.Error("a closed cell started a process")
		}
	})
}

// TestSurroundings checks what the process finds at its first instruction.
func TestSurroundings(t *testing.T) {
	onMachines(t, func(t *testing.T, machine string) {
		var allowed unix.CPUSet
		if err := unix.SchedGetaffinity(0, &allowed); err != nil {
			t.Fatal(err)
		}
		cpu := 0
		for !allowed.IsSet(cpu) {
			cpu++
		}
		l := Limits{CPUs: strconv.Itoa(cpu)}
		s := open(t, machine, l)
		for _, aslr := range []bool{true, false} {
			var stdout bytes.Buffer
			tr := start(t, s, l, "facts", func(spec *Spec) {
				spec.Stdout, spec.ASLR = &stdout, aslr
				spec.Prepare = func() ([]*os.File, error) { return []*os.File{os.Stderr}, nil }
			})
			if r := tr.wait(t, t.Context()); r.Status != 0 {
				t.Fatalf("got %+v", r)
			}
			var f facts
			if err := json.Unmarshal(stdout.Bytes(), &f); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(f.CPUs, []int{cpu}) || !f.Session || f.Files != 2 || (f.Personality == 0) != aslr {
				t.Errorf("ASLR %v: %+v", aslr, f)
			}
			if inGroup := s.Level() != LevelNone; f.in(tr.cell.name.String()) != inGroup || f.Marked == inGroup {
				t.Errorf("at level %q: %+v", s.Level(), f)
			}
		}
		var here unix.CPUSet
		if err := unix.SchedGetaffinity(os.Getpid(), &here); err != nil || here != allowed {
			t.Errorf("tare itself was pinned: %v, %v", here, err)
		}
	})
}

func TestUnavailableCPU(t *testing.T) {
	for _, cpus := range []string{"1023", "5000"} {
		if _, _, err := Open(Options{Limits: []Limits{{CPUs: cpus}}}); err == nil {
			t.Errorf("no error for CPU %s", cpus)
		}
	}
}

func TestPrepareFails(t *testing.T) {
	c, err := open(t, "as it is").New(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	refusal := errors.New("refused")
	_, err = c.Start(Spec{Path: self(), Prepare: func() ([]*os.File, error) { return nil, refusal }})
	if !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoSuchProgram(t *testing.T) {
	c, err := open(t, "as it is").New(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Start(Spec{Path: filepath.Join(t.TempDir(), "nothing"), ASLR: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// TestQuotaThrottles spends 500 ms of CPU time at 2 ms in every 10 ms: some 250
// periods, nearly all of them throttled.
func TestQuotaThrottles(t *testing.T) {
	l := Limits{Quota: 0.2, Period: 10 * time.Millisecond}
	tr := start(t, openLimited(t, l), l, "spin", nil)
	if r, err := tr.Wait(t.Context()); err != nil || r.Status != 0 {
		t.Fatalf("got %+v, %v", r, err)
	}
	own, _ := tr.cell.StatPaths()
	f, err := os.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stat, ok, err := cgroupfs.ParseCPUStat(f)
	if err != nil || !ok || stat.Throttled < 20 || stat.ThrottledTime == 0 {
		t.Errorf("got %+v, %v, %v", stat, ok, err)
	}
}

func TestMemoryLimitKills(t *testing.T) {
	l := Limits{Memory: 64 << 20}
	r := start(t, openLimited(t, l), l, "hog", nil).wait(t, t.Context())
	if n := r.OOMKills; r.Signal != syscall.SIGKILL || r.Stopped != nil || !n.OK() || n.Value < 1 {
		t.Errorf("got %+v", r)
	}
}

func TestTaskLimit(t *testing.T) {
	s := open(t, "as it is")
	needCgroup(t, s)
	if !s.has("pids") {
		t.Skip("no pids controller")
	}
	c, err := s.New(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, claim := range s.claims {
		if len(common([]string{"pids"}, claim.controllers)) == 0 {
			continue
		}
		b, err := os.ReadFile(c.groups[i].file("pids.max"))
		if err != nil || strings.TrimSpace(string(b)) != strconv.Itoa(MaxTasks) {
			t.Errorf("got %q, %v", b, err)
		}
	}
}

func TestDaemonGone(t *testing.T) {
	onMachines(t, func(t *testing.T, machine string) {
		// The daemon may be killed before it speaks; that it holds the pipe
		// from its birth is enough.
		if r := start(t, open(t, machine), Limits{}, "daemon", nil).wait(t, t.Context()); r.Status != 0 || r.Signal != 0 {
			t.Errorf("got %+v", r)
		}
	})
}

func TestDeafGone(t *testing.T) {
	onMachines(t, func(t *testing.T, machine string) {
		tr := start(t, open(t, machine), Limits{}, "deaf", nil)
		tr.hear(t, "deaf")
		if err := tr.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("the user said so")
		cancel(why)
		if r := tr.wait(t, ctx); !errors.Is(r.Stopped, why) || r.Signal != syscall.SIGKILL || r.Status != -1 {
			t.Errorf("got %+v", r)
		}
	})
}

// TestBombGone kills processes that never stand still: each starts its
// successor in a new session and ends.
func TestBombGone(t *testing.T) {
	onMachines(t, func(t *testing.T, machine string) {
		s := open(t, machine)
		if s.Level() == LevelNone {
			t.Skip("nothing stops processes from forking")
		}
		tr := start(t, s, Limits{}, "bomb", nil)
		for range 4 {
			tr.hear(t, "sleeping")
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if r := tr.wait(t, ctx); !errors.Is(r.Stopped, context.Canceled) {
			t.Errorf("got %+v", r)
		}
	})
}

func TestSiteCloseEndsTrials(t *testing.T) {
	onMachines(t, func(t *testing.T, machine string) {
		s := open(t, machine)
		tr := start(t, s, Limits{}, "deaf", nil)
		tr.hear(t, "deaf")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		tr.allGone(t)
	})
}

// TestSweep kills a tare that holds a running cell: what it leaves is swept,
// what a living one holds is not.
func TestSweep(t *testing.T) {
	for _, machine := range []string{"as it is", "v2 only", "no v1 pids"} {
		t.Run(machine, func(t *testing.T) {
			if open(t, machine).Level() == LevelNone {
				t.Skip("no cgroups")
			}
			sweepOwners(t, machine, "bomb")
		})
	}
	t.Run("no cgroup", func(t *testing.T) { sweepOwners(t, "no cgroup", "daemon") })
}

func sweepOwners(t *testing.T, machine, mode string) {
	dead, deadVoice, deadName := startOwner(t, machine, mode)
	_, liveVoice, liveName := startOwner(t, machine, "sleep")
	livePID, err := strconv.Atoi(liveVoice.hear(t, "sleeping"))
	if err != nil {
		t.Fatal(err)
	}
	deadVoice.hear(t, "sleeping")
	if err := dead.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = dead.Wait()
	swept, err := Sweep(Options{})
	if err != nil {
		t.Fatal(err)
	}
	deadVoice.allGone(t)
	if got := slices.Contains(swept, deadName); got != (machine != "no cgroup") || slices.Contains(swept, liveName) {
		t.Errorf("swept %v; dead %s, alive %s", swept, deadName, liveName)
	}
	if err := unix.Kill(livePID, 0); err != nil {
		t.Errorf("process of the living owner: %v", err)
	}
	if again, err := Sweep(Options{}); err != nil || slices.Contains(again, deadName) {
		t.Errorf("swept again: %v, %v", again, err)
	}
}

// startOwner starts a tare with a cell in which mode plays, and returns the
// cell's name. It is killed, and swept, at the end of the test.
func startOwner(t *testing.T, machine, mode string) (*exec.Cmd, *voice, string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	cmd := exec.Command(self())
	cmd.Env = append(os.Environ(), helperVariable+"=owner", hideVariable+"="+machine, modeVariable+"="+mode)
	cmd.ExtraFiles, cmd.Stderr = []*os.File{w}, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	v := newVoice(r)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := Sweep(Options{}); err != nil {
			t.Error(err)
		}
		v.allGone(t)
		r.Close()
	})
	return cmd, v, v.hear(t, "owner")
}

// TestSubtreeControlRestored opens two sites in one v2 parent: whichever
// closes first, the other's controllers stay, and none stays after both.
func TestSubtreeControlRestored(t *testing.T) {
	first, _, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if first.Level() != LevelV2 {
		t.Skip("no v2 cells")
	}
	parent, controllers := first.claims[0].parent, first.claims[0].name.enabled
	second := open(t, "as it is")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	enabled := func() []string {
		b, err := os.ReadFile(parent.file("cgroup.subtree_control"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(b))
	}
	if missing := without(second.claims[0].controllers, enabled()); len(missing) > 0 {
		t.Errorf("%v were disabled under a living site", missing)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if left := common(controllers, enabled()); len(left) > 0 {
		t.Errorf("%v are still enabled", left)
	}
}

// BenchmarkCell is a trial of /bin/true from New to Close.
func BenchmarkCell(b *testing.B) {
	for name, l := range map[string]Limits{"plain": {}, "limited": {Quota: 1, CPUs: "0", Memory: 1 << 30}} {
		b.Run(name, func(b *testing.B) {
			s, _, err := Open(Options{Limits: []Limits{l}})
			if err != nil {
				b.Skip(err)
			}
			defer s.Close()
			for b.Loop() {
				c, err := s.New(l)
				if err != nil {
					b.Fatal(err)
				}
				p, err := c.Start(Spec{Path: "/bin/true", ASLR: true})
				if err != nil {
					b.Skip(err)
				}
				if _, err := p.Wait(b.Context()); err != nil {
					b.Fatal(err)
				}
				if err := c.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkExec is what BenchmarkCell adds to.
func BenchmarkExec(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("/bin/true").Run(); err != nil {
			b.Skip(err)
		}
	}
}
