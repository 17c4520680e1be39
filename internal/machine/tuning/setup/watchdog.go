package setup

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"

	"tare/internal/host/interrupt"
	"tare/internal/host/proc"
	"tare/internal/machine/journal"
)

// watchdog is a process that restores a session when this one is killed: it
// waits for the end of a pipe, which comes whatever this process dies of. It
// has the lock as well, so that nobody gets between.
type watchdog struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
}

// watch starts the watchdog. The lock is its standard output: unlike any further
// file, that is not passed on to the processes that it starts itself, which would
// have the lock for as long as they live.
func (s *Session) watch(id string) (*watchdog, error) {
	args := slices.Concat(s.options.Watch, []string{id})
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout = s.lock.File
	proc.Detach(cmd)
	pipe, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the process that restores when tare is killed: %w", err)
	}
	return &watchdog{cmd, pipe}, nil
}

// stop ends the watchdog, which restores what this process has not.
func (w *watchdog) stop() error {
	w.pipe.Close()
	if err := w.cmd.Wait(); err != nil {
		return fmt.Errorf("the process that restores when tare is killed: %w", err)
	}
	return nil
}

// RestoreWhenOver is the process that Options.Watch starts: it waits until
// standard input ends and then restores what is left of the session.
func RestoreWhenOver(o Options, id string) error {
	lock := &journal.Lock{File: os.Stdout} // see watch
	defer lock.Release()
	// What ends tare politely is sent to this process too, when a login session or
	// a service is stopped.
	interrupt.Endure()
	signal.Notify(make(chan os.Signal, 1))
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return fmt.Errorf("waiting for the end of tare: %w", err)
	}
	s, err := open(o, lock)
	if err != nil {
		return err
	}
	_, err = s.Restore(id)
	return err
}
