package cell

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

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
	t.Run("no cgroup", func(t *testing.T) { sweepOwners(t, "no cgroup", "lasting daemon") })
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
