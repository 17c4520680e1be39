package cell

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
	"tare/internal/read/cgroupfs"
	"tare/internal/record"
	"tare/internal/test/vmtest"
)

// TestLevel is where a machine that promises cgroups of a version fails without
// them; the other tests take the cgroups that there are.
func TestLevel(t *testing.T) {
	level := open(t, "as it is").Level()
	for capability, want := range map[string]string{"cgroup1": LevelV1, "cgroup2": LevelV2} {
		t.Run(capability, func(t *testing.T) {
			var missing error
			if level != want {
				missing = fmt.Errorf("cells are at level %q", level)
			}
			vmtest.Need(t, capability, missing)
		})
	}
}

func needCgroup(t testing.TB, s *Site) {
	t.Helper()
	if s.Level() == LevelNone {
		t.Skip("cells have no cgroups here")
	}
}

// openLimited opens a site for the limits, which this machine must be able to
// set when it has cgroups.
func openLimited(t testing.TB, l Limits) *Site {
	t.Helper()
	needCgroup(t, open(t, "as it is"))
	return open(t, "as it is", l)
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
	own, ancestors := tr.cell.StatPaths()
	for _, a := range ancestors {
		if above := filepath.Dir(a); !strings.HasPrefix(filepath.Dir(own), above+"/") {
			t.Errorf("%s is not above %s", a, own)
		}
	}
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

// TestWeightHolds reads the weight back from a cell's own group.
func TestWeightHolds(t *testing.T) {
	l := Limits{Weight: 300}
	s := openLimited(t, l)
	c, err := s.New(l)
	if err != nil {
		t.Fatal(err)
	}
	for i, claim := range s.claims {
		want := l.weightSetting(claim.version)
		if got, err := os.ReadFile(c.groups[i].file(want.file)); slices.Contains(claim.controllers, "cpu") && (err != nil || strings.TrimSpace(string(got)) != want.value) {
			t.Errorf("%s is %q, %v; want %s", want.file, got, err, want.value)
		}
	}
}

func TestMemoryLimitKills(t *testing.T) {
	l := Limits{Memory: 64 << 20}
	r := start(t, openLimited(t, l), l, "hog", nil).wait(t, t.Context())
	if n := r.OOMKills; r.Signal != syscall.SIGKILL || r.Stopped != nil || !n.OK() || n.Value < 1 {
		t.Errorf("got %+v", r)
	}
}

// TestNested runs a tare that wants a quota inside a cell. It nests below in
// v1, has no place in v2, where its own group is busy and belongs to a trial,
// and never gets out of a quota.
func TestNested(t *testing.T) {
	s := openLimited(t, Limits{Quota: 0.5})
	free := start(t, s, Limits{}, "nested", nil)
	if s.Level() == LevelV1 {
		if parent := free.hear(t, "parent"); filepath.Base(parent) != free.cell.name.String() {
			t.Errorf("cells are made in %s", parent)
		}
	} else if why := free.hear(t, "refused"); !strings.Contains(why, "outlive") {
		t.Error(why)
	}
	free.wait(t, t.Context())
	bound := start(t, s, Limits{Quota: 0.5}, "nested", nil)
	if why := bound.hear(t, "refused"); !strings.Contains(why, "limit") {
		t.Error(why)
	}
	bound.wait(t, t.Context())
}

// TestClimb runs a tare in a v2 group that has no limits, but processes.
func TestClimb(t *testing.T) {
	s := openLimited(t, Limits{Quota: 1})
	if s.Level() != LevelV2 {
		t.Skip("climbing is for cgroup v2")
	}
	dir, err := os.MkdirTemp(s.Parent(), "climb-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := group(dir).remove(); err != nil {
			t.Error(err)
		}
	})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p, err := proc.Start(proc.Command{
		Path: self(), Args: []string{self()}, Env: append(os.Environ(), helperVariable+"=nested"),
		Files: []*os.File{w}, Cgroup: dir,
	})
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	v := newVoice(r)
	if parent := v.hear(t, "parent"); parent != s.Parent() {
		t.Errorf("cells are made in %s", parent)
	}
	if findings := v.hear(t, "findings"); !strings.Contains(findings, "cell-above-tare") {
		t.Errorf("findings %s", findings)
	}
	<-p.Done()
	v.allGone(t)
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
