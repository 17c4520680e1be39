package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"tare/internal/cell"
	"tare/internal/verb/cli"
	"tare/internal/verb/measure"
)

// defaultLength is how long a process is recorded that goes on by itself.
const defaultLength = 5 * time.Second

// process records a running process, until -for is over, ctx ends, or it has
// ended itself, which closes ended.
func (s *session) process(ctx context.Context, pid int, ended <-chan struct{}) ([]recording, error) {
	if len(s.request.conditions) > 0 {
		return s.fly(ctx, s.processFlight(pid, ended))
	}
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	r := recording{kernel: filepath.Join(dir, kernelFile)}
	k, err := s.startKernel(r.kernel, s.http == "" && s.trace == "")
	if err != nil {
		return nil, err
	}
	k.follow(pid)
	length := s.length
	if length == 0 && ended == nil {
		length = defaultLength
	}
	during, stop := context.WithCancel(ctx)
	defer stop()
	if length > 0 {
		during, stop = context.WithTimeout(ctx, length)
		defer stop()
		s.out.Progress.Stage(fmt.Sprintf("recording %s for %s", s.title, length))
	} else {
		s.out.Progress.Stage("recording " + s.title)
	}
	if s.http != "" {
		r.trace = filepath.Join(dir, traceFile)
		err = s.fetchTrace(during, r.trace, length)
	}
	if err == nil {
		select {
		case <-during.Done():
		case <-ended:
		}
	}
	if err := errors.Join(err, k.stop()); err != nil {
		return nil, err
	}
	r.kernel = k.file()
	if r.trace == "" && r.kernel == "" {
		return nil, cli.Errorf(cli.Usage, "leave -level=none out, or say with -http or -trace where its Go execution trace comes from", "nothing of %s was recorded", s.title)
	}
	if r.trace == "" && s.trace == "" {
		s.trouble = append(s.trouble, "There is no Go execution trace, so only the kernel's side is explained: name the net/http/pprof server of the process with -http, or the file that it writes with -trace.")
	}
	return []recording{r}, nil
}

// command starts a command in a cell of its own and records it.
func (s *session) command(ctx context.Context) (_ []recording, err error) {
	path, err := exec.LookPath(s.request.command[0])
	if err != nil {
		return nil, cli.Errorf(cli.Usage, "", "%w", err)
	}
	s.title = filepath.Base(path)
	measure.Sweep(s.out.Progress.Note)
	site, _, err := measure.OpenSite(s.request.limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	box, err := site.New(s.request.limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	// Its output must not mix with the explanation on standard output.
	p, err := box.Start(cell.Spec{Path: absolute(path), Args: s.request.command[1:], Env: s.box.Environment(os.Environ()),
		Stdout: s.stderr, Stderr: s.stderr, ASLR: true})
	if err != nil {
		return nil, cli.Errorf(cli.Broken, "", "starting %s: %w", path, err)
	}
	running, kill := context.WithCancel(ctx)
	ended := make(chan struct{})
	var result cell.Result
	var waited error
	go func() {
		defer close(ended)
		result, waited = p.Wait(running)
	}()
	recordings, err := s.process(ctx, p.PID(), ended)
	kill()
	<-ended
	if err == nil {
		err = waited
	}
	if result.Stopped == nil && result.Status != 0 {
		s.trouble = append(s.trouble, fmt.Sprintf("The command ended with status %d.", result.Status))
	}
	if err != nil {
		return nil, err
	}
	return s.withTrace(recordings)
}

// withTrace adds the trace that the command has written.
func (s *session) withTrace(all []recording) ([]recording, error) {
	if s.trace == "" {
		return all, nil
	}
	if _, err := os.Stat(s.trace); err != nil {
		return nil, cli.Errorf(cli.Broken, "the command has to write it with runtime/trace.Start, and to stop the trace before it ends", "the command left no trace: %w", err)
	}
	for i := range all {
		all[i].trace = s.trace
		if s.dir == "" {
			continue
		}
		kept := filepath.Join(s.dir, traceFile)
		if err := copyFile(s.trace, kept); err != nil {
			return nil, err
		}
		all[i].trace = kept
	}
	return all, nil
}

func copyFile(from, to string) error {
	if a, err := os.Stat(from); err == nil {
		if b, err := os.Stat(to); err == nil && os.SameFile(a, b) {
			return nil
		}
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
