package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
)

// talker is a running echo command.
type talker struct {
	cmd   *exec.Cmd
	stdin io.Closer
	url   string

	mu      sync.Mutex
	samples []sample
}

// sample is how many answers there have been at some moment.
type sample struct{ at, count int64 }

func (l *lab) startTalker(ctx context.Context) (*talker, error) {
	file, err := l.build(ctx, "tare/eval/explain/echo")
	if err != nil {
		return nil, err
	}
	t := &talker{cmd: exec.CommandContext(ctx, file)}
	t.cmd.Stderr = os.Stderr
	if t.stdin, err = t.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := t.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := t.cmd.Start(); err != nil {
		return nil, err
	}
	r := bufio.NewReader(stdout)
	if _, err := fmt.Fscanln(r, &t.url); err != nil {
		return nil, errors.Join(fmt.Errorf("waiting for the echo command: %w", err), t.close())
	}
	go t.listen(r)
	return t, nil
}

func (t *talker) listen(r io.Reader) {
	for {
		var s sample
		if _, err := fmt.Fscanln(r, &s.at, &s.count); err != nil {
			return
		}
		t.mu.Lock()
		t.samples = append(t.samples, s)
		t.mu.Unlock()
	}
}

func (t *talker) close() error { return errors.Join(t.stdin.Close(), t.cmd.Wait()) }

// time returns how many ns an answer took in a stretch of time.
func (t *talker) time(from, to int64) (float64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return timeWithin(t.samples, from, to)
}

func timeWithin(samples []sample, from, to int64) (float64, error) {
	var first, last sample
	for _, s := range samples {
		if s.at < from || s.at > to {
			continue
		}
		if first.at == 0 {
			first = s
		}
		last = s
	}
	if last.count == first.count {
		return 0, fmt.Errorf("no answers within %d ns", to-from)
	}
	return float64(last.at-first.at) / float64(last.count-first.count), nil
}
