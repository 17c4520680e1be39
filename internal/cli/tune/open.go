package tune

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/host/private"
	"tare/internal/machine/journal"
	"tare/internal/machine/tuning/setup"
	"tare/internal/measure/cell"
	"tare/internal/record"
)

const stateHint = "the journal has to be safe before anything is changed: make its folder your own, or name another in TARE_STATE"

// Supported returns an error where tare cannot change settings.
func Supported() error { return supported(runtime.GOOS) }

func supported(goos string) error {
	hint := map[string]string{"windows": "run tare inside of WSL for the settings of its Linux"}[goos]
	if goos == "linux" {
		return nil
	}
	return exit.Errorf(exit.Broken, hint, "tare changes machine settings on Linux only; this is %s", goos)
}

// Open takes the lock of the settings of the machine below root, and puts back
// what a killed tare has left. What there is to know about that is noted. When
// another tare has the lock, it waits, or fails.
func Open(ctx context.Context, root string, wait bool, note func(string)) (*setup.Session, error) {
	o, err := options(root)
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
		return nil, unusable(err)
	}
	if n := len(s.Orphans); n > 0 {
		note(fmt.Sprintf("looked after %d settings that a killed tare had left", n))
	}
	if err := leftBehind(s.Orphans); err != nil {
		note(err.Error())
	}
	return s, nil
}

// unusable says what to do about an error of setup.
func unusable(err error) error {
	if errors.Is(err, setup.ErrNoBoot) {
		return exit.Errorf(exit.Broken, "tare needs the /proc of the machine whose settings it changes", "%w", err)
	}
	return exit.Errorf(exit.Broken, stateHint, "%w", err)
}

// options returns the options of a session on the machine below root.
func options(root string) (setup.Options, error) {
	dir, err := private.StateDir(root, os.Getenv, os.Geteuid())
	if err != nil {
		return setup.Options{}, exit.Errorf(exit.Broken, stateHint, "%w", err)
	}
	program, err := os.Executable()
	if err != nil {
		return setup.Options{}, fmt.Errorf("finding the program tare: %w", err)
	}
	var sweep func()
	if root == "/" {
		sweep = func() { _, _ = cell.Sweep(cell.Options{Command: command.CommandLine()}) } // what it leaves shows in the restore
	}
	return setup.Options{Root: root, StateDir: dir, Command: command.CommandLine(), Sweep: sweep,
		Hold: []string{program, holdName, root}, Watch: []string{program, watchdogName, root}}, nil
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
