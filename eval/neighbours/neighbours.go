// Package neighbours starts processes that take CPU time away from whatever is
// measured beside them.
package neighbours

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// Habit is how a neighbour spends its time: it turns between being busy and
// being idle. Without Idle it never rests.
type Habit struct {
	Busy, Idle time.Duration
	// Ramp, if set, is the time in which the busy part grows from nothing to the
	// whole of a turn, to start again from nothing.
	Ramp time.Duration
	// Age is how long it has been doing so when it starts.
	Age time.Duration
}

// Steady keeps one CPU busy all the time.
var Steady = Habit{Busy: time.Second}

const argument = "-live-as-a-neighbour"

// Main is to be the first call of a main function that uses Start, which starts
// its own program again. In a neighbour it does not return.
func Main() {
	if len(os.Args) != 3 || os.Args[1] != argument {
		return
	}
	var h Habit
	if err := json.Unmarshal([]byte(os.Args[2]), &h); err != nil {
		fmt.Fprintln(os.Stderr, "neighbour:", err)
		os.Exit(2)
	}
	// Whatever ends the program that started this one closes the pipe.
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	h.Live()
}

// Live lives like that, and does not return.
func (h Habit) Live() {
	born := time.Now().Add(-h.Age)
	for {
		turn := time.Now()
		for busy := h.busy(turn.Sub(born)); time.Since(turn) < busy; {
		}
		time.Sleep(h.Busy + h.Idle - time.Since(turn))
	}
}

// busy is the busy part of a turn that begins at this age.
func (h Habit) busy(age time.Duration) time.Duration {
	if h.Ramp == 0 {
		return h.Busy
	}
	return time.Duration(float64(h.Busy+h.Idle) * float64(age%h.Ramp) / float64(h.Ramp))
}

// Start starts a process for each habit, and returns how to end them. The caller's
// main function must have called Main.
func Start(habits ...Habit) (stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var started []*exec.Cmd
	stop = func() error {
		var errs []error
		for _, cmd := range started {
			errs = append(errs, cmd.Process.Kill())
			_ = cmd.Wait() // says that it was killed
		}
		return errors.Join(errs...)
	}
	for _, h := range habits {
		habit, err := json.Marshal(h)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		cmd := exec.Command(self, argument, string(habit))
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		if _, err := cmd.StdinPipe(); err != nil {
			return nil, errors.Join(err, stop())
		}
		if err := cmd.Start(); err != nil {
			return nil, errors.Join(fmt.Errorf("starting a neighbour: %w", err), stop())
		}
		started = append(started, cmd)
	}
	return stop, nil
}
