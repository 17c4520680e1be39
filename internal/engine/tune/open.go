// Package tune is the engine of `tare tune` and `tare restore`, and of the verbs that set
// the machine while they measure.
package tune

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"tare/internal/engine/exit"
	"tare/internal/host/private"
	"tare/internal/machine/journal"
	"tare/internal/machine/tuning/setup"
	"tare/internal/measure/cell"
	"tare/internal/record"
)

// StateHint says what to do about a journal that cannot be used.
const StateHint = "the journal has to be safe before anything is changed: make its folder your own, or name another in TARE_STATE"

// Supported returns an error where tare cannot change settings.
func Supported() error { return supported(runtime.GOOS) }

func supported(goos string) error {
	hint := map[string]string{"windows": "run tare inside of WSL for the settings of its Linux"}[goos]
	if goos == "linux" {
		return nil
	}
	return exit.Errorf(exit.Broken, hint, "tare changes machine settings on Linux only; this is %s", goos)
}

// Place is a machine whose settings are meant.
type Place struct {
	Root string   // directory
	Args []string // command line, without secrets, for others who wait
}

// The commands that tare calls itself with, each with the root directory and what it is
// about: microseconds of CPU latency to hold, a session to restore when it is over.
const (
	HoldCommand     = "hold-cpu-latency"
	WatchdogCommand = "restore-when-over"
)

// Open takes the lock of the settings of a machine, and puts back
// what a killed tare has left. What there is to know about that is noted. When
// another tare has the lock, it waits, or fails.
func Open(ctx context.Context, at Place, wait bool, note func(string)) (*setup.Session, error) {
	o, err := at.Options()
	if err != nil {
		return nil, err
	}
	var holder string
	o.Waiting = func(h journal.Holder) bool {
		if holder = h.String(); wait {
			note("waiting for " + holder)
		}
		return wait
	}
	s, err := setup.Open(ctx, o)
	switch {
	case err == nil:
	case errors.Is(err, journal.ErrHeld):
		return nil, exit.Errorf(exit.Broken, "leave -wait=false out to wait for it", "%w: %s", err, holder)
	case ctx.Err() != nil:
		return nil, exit.Errorf(exit.Broken, "nothing was changed", "interrupted: %w", err)
	default:
		return nil, Unusable(err)
	}
	if n := len(s.Orphans); n > 0 {
		note(fmt.Sprintf("handled %d settings that a killed tare had left", n))
	}
	if err := leftBehind(s.Orphans); err != nil {
		note(err.Error())
	}
	return s, nil
}

// Unusable says what to do about an error of setup.
func Unusable(err error) error {
	if errors.Is(err, setup.ErrNoBoot) {
		return exit.Errorf(exit.Broken, "tare needs the /proc of the machine whose settings it changes", "%w", err)
	}
	return exit.Errorf(exit.Broken, StateHint, "%w", err)
}

// Options returns the options of a session there.
func (at Place) Options() (setup.Options, error) {
	dir, err := private.StateDir(at.Root, os.Getenv, os.Geteuid())
	if err != nil {
		return setup.Options{}, exit.Errorf(exit.Broken, StateHint, "%w", err)
	}
	program, err := os.Executable()
	if err != nil {
		return setup.Options{}, fmt.Errorf("finding the program tare: %w", err)
	}
	var sweep func()
	if at.Root == "/" {
		sweep = func() { _, _ = cell.Sweep(cell.Options{Command: at.Args}) } // what it leaves shows in the restore
	}
	return setup.Options{Root: at.Root, StateDir: dir, Command: at.Args, Sweep: sweep,
		Hold: []string{program, HoldCommand, at.Root}, Watch: []string{program, WatchdogCommand, at.Root}}, nil
}

// Restore puts back what Knobs.Tune has set under the name in
// record.Tuning.Session. The error names what could not be put back.
func Restore(s *setup.Session, id string) error {
	t, err := s.Restore(id)
	if err = errors.Join(leftBehind(t.Settings), err); err != nil {
		return exit.Errorf(exit.Broken, "see `tare restore -dry-run`", "restoring the machine: %w", err)
	}
	return nil
}

// leftBehind is an error that names the settings that were not put back.
func leftBehind(restored []record.Setting) error {
	var errs []error
	for _, s := range restored {
		if !s.State.Settled() {
			errs = append(errs, fmt.Errorf("%s was not put back: %s (%s)", s.Key, s.State, s.Why))
		}
	}
	return errors.Join(errs...)
}
