package setup

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	"tare/internal/host/proc"
	"tare/internal/journal"
	"tare/internal/record"
)

// lockFD is the lock's descriptor in the watchdog, the first of ExtraFiles.
const lockFD = 3

// Watchdog is a process that restores a session when this one is killed: it
// waits for the end of a pipe, which comes whatever this process dies of. It
// has the lock as well, so that nobody gets between.
type Watchdog struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
}

// Watch starts the watchdog: command and the session's name make a command line
// that calls RestoreWhenOver.
func (s *Session) Watch(command []string, id string) (*Watchdog, error) {
	cmd := exec.Command(command[0], append(command[1:], id)...)
	cmd.ExtraFiles = []*os.File{s.lock.File}
	proc.Detach(cmd)
	pipe, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the process that restores when tare is killed: %w", err)
	}
	return &Watchdog{cmd, pipe}, nil
}

// Stop ends the watchdog, which restores what this process has not.
func (w *Watchdog) Stop() error {
	w.pipe.Close()
	if err := w.cmd.Wait(); err != nil {
		return fmt.Errorf("the process that restores when tare is killed: %w", err)
	}
	return nil
}

// RestoreWhenOver is the watchdog: it waits until pipe ends and then restores
// what is left of the session.
func RestoreWhenOver(o Options, pipe io.Reader, id string) (record.Tuning, error) {
	if _, err := io.Copy(io.Discard, pipe); err != nil {
		return record.Tuning{}, fmt.Errorf("waiting for the end of tare: %w", err)
	}
	s, err := open(o)
	if err != nil {
		return record.Tuning{}, err
	}
	s.lock = &journal.Lock{File: os.NewFile(lockFD, "lock")}
	defer s.Close()
	return s.Restore(id, false)
}
