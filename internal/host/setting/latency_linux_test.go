package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
)

// TestHolderIsDetached checks what lets the holder outlive tare, and that it
// has none of tare's files.
func TestHolderIsDetached(t *testing.T) {
	d := newDevice(t)
	b := Open(d.root, Options{Holder: holder(t, d.root)})
	secret, err := os.Open(d.path) // stands for tare's lock
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	if err := b.Set("latency:"+latencyDevice, "7"); err != nil {
		t.Fatal(err)
	}
	pids := d.holders()
	if len(pids) != 1 {
		t.Fatalf("holders: %v", pids)
	}
	session, err := unix.Getsid(pids[0])
	if err != nil || session != pids[0] {
		t.Errorf("process %d is of session %d, %v", pids[0], session, err)
	}
	files := openFiles(t, pids[0])
	if held := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return f != d.path }); len(held) != 1 {
		t.Errorf("its files are %q: want the device once", files)
	}
	if err := b.Set("latency:"+latencyDevice, d.none); err != nil {
		t.Error(err)
	}
	if pids := d.holders(); len(pids) != 0 {
		t.Errorf("holders after the release: %v", pids)
	}
}

// TestHolderOutlives has a process set the limit and end.
func TestHolderOutlives(t *testing.T) {
	d := newDevice(t)
	cmd := exec.Command(self(t), helperSet, d.root, "7")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if pids := d.holders(); len(pids) != 1 {
		t.Errorf("holders: %v", pids)
	}
}

func openFiles(t *testing.T, pid int) []string {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, e := range entries {
		target, err := os.Readlink(dir + "/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		targets = append(targets, target)
	}
	return targets
}

// TestStoppedHolderIsReleased: it would take no SIGTERM.
func TestStoppedHolderIsReleased(t *testing.T) {
	d := newDevice(t)
	b := Open(d.root, Options{Holder: holder(t, d.root)})
	if err := b.Set("latency:"+latencyDevice, "7"); err != nil {
		t.Fatal(err)
	}
	for _, pid := range d.holders() {
		if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Set("latency:"+latencyDevice, d.none); err != nil || len(d.holders()) != 0 {
		t.Errorf("%v; holders %v", err, d.holders())
	}
}

// TestHolderFails says what the holder said.
func TestHolderFails(t *testing.T) {
	d := newDevice(t)
	for want, command := range map[string][]string{
		"no command":        nil,
		"did not get ready": {self(t), helperQuit},
		"it says: no luck":  {self(t), helperRefuse},
		"no such file":      {d.root + "/no-such-program"},
	} {
		err := Open(d.root, Options{Holder: command}).Set("latency:"+latencyDevice, "7")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if pids := d.holders(); len(pids) != 0 {
		t.Errorf("holders: %v", pids)
	}
}

// TestHolderTakesSIGTERM, as any service does at shutdown.
func TestHolderTakesSIGTERM(t *testing.T) {
	d := newDevice(t)
	if err := Open(d.root, Options{Holder: holder(t, d.root)}).Set("latency:"+latencyDevice, "7"); err != nil {
		t.Fatal(err)
	}
	for _, pid := range d.holders() {
		h, err := proc.OpenHandle(pid)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if err := h.Signal(unix.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if !await(holderGrace, h.Ended) {
			t.Errorf("process %d is still there", pid)
		}
	}
}

func TestLimitLatencyRefuses(t *testing.T) {
	d := newDevice(t)
	for _, microseconds := range []int{-1, math.MaxInt} {
		if f, err := limitLatency(d.path, microseconds); err == nil {
			f.Close()
			t.Errorf("%d µs: no error", microseconds)
		}
	}
	if f, err := limitLatency(d.path+"x", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, %v", f, err)
	}
}
