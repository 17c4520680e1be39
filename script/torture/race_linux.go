package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// raceName is the verb, for -only and the report, of several tares at once.
const raceName = "race"

// racers is how many tares want the settings of one machine at the same time, and laps
// how many each of them starts one after the other.
const (
	racers = 4
	laps   = 3
)

// entry is one tare of a race.
type entry struct {
	args  []string
	kill  bool          // with SIGKILL, after a while
	after time.Duration // since its start
}

// drawn chooses a tare: each kind of change, by all and by some knobs, and the way back.
func drawn(random *rand.Rand) entry {
	kinds := [][]string{
		{"tune", "-root=../root"}, {"tune", "-root=../root", "-only=swappiness"}, {"tune", "-root=../root", "-only=ksm,thp"},
		{"tune", "-root=../root", "-only=aslr,autogroup"}, {"restore", "-root=../root"}, {"restore", "-root=../root", "-force"},
		{"restore", "-root=../root", "-dry-run"}, {"check", "-root=../root"},
	}
	return entry{args: kinds[random.IntN(len(kinds))], kill: random.IntN(3) == 0,
		after: time.Duration(random.Int64N(int64(200 * time.Millisecond)))}
}

// race has tares change one machine at the same time, some of which are killed, and
// holds what is left after a restore against the originals, which are the model: however
// they took turns, each found what they had left or put it back.
func (b *bed) race(random *rand.Rand) (troubles []string) {
	if err := b.reset(); err != nil {
		return []string{err.Error()}
	}
	var mutex sync.Mutex
	var group sync.WaitGroup
	for range racers {
		var turns []entry
		for range laps {
			turns = append(turns, drawn(random))
		}
		group.Go(func() {
			for _, e := range turns {
				if why := b.enter(e); why != "" {
					mutex.Lock()
					troubles = append(troubles, fmt.Sprintf("%q: %s", e.args, why))
					mutex.Unlock()
				}
			}
		})
	}
	group.Wait()
	slices.Sort(troubles)
	return append(troubles, b.machine(trial{verb: verb{name: "restore"}})...)
}

// enter runs one tare of a race and says what is wrong with how it ended.
func (b *bed) enter(e entry) string {
	cmd := b.command(e.args)
	var said bytes.Buffer
	cmd.Stderr = &said
	ended := make(chan error, 1)
	if err := cmd.Start(); err != nil {
		return err.Error()
	}
	go func() { ended <- cmd.Wait() }()
	if e.kill {
		select {
		case err := <-ended:
			return e.refused(err, &said)
		case <-time.After(e.after):
			_ = cmd.Process.Signal(syscall.SIGKILL) // it may have ended just now
		}
		<-ended
		return ""
	}
	select {
	case err := <-ended:
		return e.refused(err, &said)
	case <-time.After(2 * orderly):
		_ = cmd.Process.Kill()
		<-ended
		return "it did not end"
	}
}

// refused says of a tare that was not killed that it did not do what it was to do.
// What somebody else has changed, or a machine does not have, is no failure. Who only
// looks has no lock, and may see a file that is just being written.
func (e entry) refused(err error, said *bytes.Buffer) string {
	failed := (*exec.ExitError)(nil)
	if err == nil || slices.Contains(e.args, "-dry-run") || errors.As(err, &failed) && failed.ExitCode() == 1 {
		return ""
	}
	return fmt.Sprintf("%v\n%s", err, said)
}
