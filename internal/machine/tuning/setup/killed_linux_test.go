package setup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tare/internal/machine/journal"
	"tare/internal/machine/tuning"
	"tare/internal/machine/tuning/knobs"
	"tare/internal/test/vmtest"
)

// deadly kills a session and its watchdog, which cannot restore anything then, at one
// write to the journal or to a setting.
type deadly struct {
	session *Session
	left    int  // writes until then
	within  bool // half of a batch of lines reaches the journal
}

// write does one write.
func (d *deadly) write(half, whole func() error) error {
	if d.left--; d.left > 0 {
		return whole()
	}
	if d.within {
		_ = half() // nobody is there to be told
	}
	if w := d.session.watchdog; w != nil {
		_ = w.cmd.Process.Kill()
	}
	err := syscall.Kill(os.Getpid(), syscall.SIGKILL)
	panic(err)
}

func nothing() error { return nil }

type deadlyBackend struct {
	tuning.Backend
	*deadly
}

func (b deadlyBackend) Set(key, value string) error {
	return b.write(nothing, func() error { return b.Backend.Set(key, value) })
}

type deadlyLog struct {
	journal.FileLog
	*deadly
}

func (l deadlyLog) Append(lines []byte) error {
	return l.write(func() error {
		f, err := os.OpenFile(filepath.Join(l.Dir, journal.FileName), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		_, err = f.Write(lines[:len(lines)/2])
		return errors.Join(err, f.Close())
	}, func() error { return l.FileLog.Append(lines) })
}

func (l deadlyLog) Clear() error { return l.write(nothing, l.FileLog.Clear) }

// victim tunes and restores, unless it is killed at the write with that number.
func victim(root, number, within string) error {
	at, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	s, err := Open(context.Background(), options(root, "watchdog"))
	if err != nil {
		return err
	}
	d := &deadly{session: s, left: at, within: within == "true"}
	s.tuner.Backend = deadlyBackend{s.tuner.Backend, d}
	if s.tuner.Journal, err = journal.Open(deadlyLog{journal.FileLog{Dir: s.options.StateDir}, d}); err != nil {
		return err
	}
	t, err := s.Tune(context.Background(), "quiet", false, plan(root))
	if err != nil {
		return err
	}
	_, err = s.Restore(t.Session)
	return errors.Join(err, s.Close())
}

// plan is what the tests set below a root: on the machine that they run on, where that
// is theirs, what takes more than writing a file.
func plan(root string) []tuning.Item {
	if root != "/" {
		return Plan(root, testKnobs, tuning.Wishes{})
	}
	chosen, err := knobs.Select("", []string{"smt", "swap", "ksm", "swappiness", "shield"}, nil, nil)
	if err != nil {
		panic(err)
	}
	return Plan(root, chosen, tuning.Wishes{Shield: []int{2}})
}

// present reads the settings of a plan, and where a process may run that is in the
// root group: the kernel need not give it CPUs back that it has taken for a partition.
func present(root string, items []tuning.Item) map[string]string {
	b := backend(root, nil)
	values := make(map[string]string)
	for _, it := range items {
		if it.Key != "" && !it.Action {
			value, err := b.Get(it.Key)
			values[it.Key] = fmt.Sprint(value, err)
		}
	}
	if root == "/" {
		status, err := os.ReadFile("/proc/1/status")
		values["CPUs of process 1"] = fmt.Sprint(allowed.FindString(string(status)), err)
	}
	return values
}

// allowed is the line of a process's status that says where it may run.
var allowed = regexp.MustCompile(`Cpus_allowed_list:\s*\S+`)

// killEverywhere kills a tare that tunes for itself, and its watchdog with it, at every
// write: the next tare puts everything back.
func killEverywhere(t *testing.T, root string) {
	items := plan(root)
	before := present(root, items)
	for _, within := range []bool{false, true} {
		at := 1
		for ; ; at++ {
			cmd := exec.Command(os.Args[0], "victim", root, strconv.Itoa(at), strconv.FormatBool(within))
			out, err := cmd.CombinedOutput()
			if err == nil {
				break
			}
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
				t.Fatalf("write %d: %v\n%s", at, err, out)
			}
			o := options(root, "none")
			o.Waiting = func(journal.Holder) bool { return true } // the killed watchdog may be about to go
			s := start(t, o)
			if now := present(root, items); !maps.Equal(now, before) || len(s.Left()) > 0 {
				t.Errorf("killed at write %d: %v, was %v; left %+v", at, now, before, s.Left())
			}
			s.Close()
		}
		if at < 10 {
			t.Errorf("only %d writes", at-1)
		}
		t.Logf("%d writes", at-1)
	}
}

func TestKilledWithWatchdog(t *testing.T) { killEverywhere(t, machine(t)) }

// TestKilledWithWatchdogOnMachine does that where threads of cores, swap and a
// partition of CPUs are at stake.
func TestKilledWithWatchdogOnMachine(t *testing.T) {
	if !vmtest.Inside() {
		vmtest.Need(t, "tunable", errors.New("not inside the virtual machine test bed"))
	}
	b := backend("/", nil)
	if err := b.Set("swap:/dev/nvme0n1", "on"); err != nil {
		vmtest.Need(t, "tunable", err)
	}
	var missing []string
	for _, key := range []string{"swap:/dev/nvme0n1", "file:/sys/devices/system/cpu/smt/control", "partition:/sys/fs/cgroup/tare.shield"} {
		if !planned(plan("/"), key) {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		vmtest.Need(t, "tunable", fmt.Errorf("nothing to set of %s: %+v", strings.Join(missing, ", "), tuning.Settings(plan("/"))))
	}
	killEverywhere(t, "/")
}

func planned(items []tuning.Item, key string) bool {
	for _, it := range items {
		if it.Key == key && it.State == "planned" {
			return true
		}
	}
	return false
}
