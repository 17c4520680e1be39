package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"tare/eval/subject"
	"tare/internal/read"
	"tare/internal/record/unit"
)

// effort is what a command took.
type effort struct {
	Seconds float64 `json:"seconds"`
	Peak    int64   `json:"peak"` // bytes of memory that were resident at most
}

// errMemory says that a command was stopped because it took too much memory.
var errMemory = errors.New("too much memory")

// watch runs a command until it ends, or until it prints a text on stderr if there
// is one. It looks at the command's memory every few ms: the kernel keeps the peak
// (VmHWM), so that only what comes in the last moment can be missed.
func watch(ctx context.Context, cmd *exec.Cmd, until string, most int64) (effort, error) {
	heard := &listener{text: until, heard: make(chan struct{})}
	cmd.Stderr = heard
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return effort{}, err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	e, err := follow(ctx, cmd.Process, heard.heard, exited, most)
	e.Seconds = time.Since(start).Seconds()
	if err != nil {
		return e, fmt.Errorf("%s: %w: %s", cmd, err, subject.Tail(heard.all.String()))
	}
	return e, nil
}

// follow returns when the process has exited or was heard; the process does not
// outlive it.
func follow(ctx context.Context, p *os.Process, heard <-chan struct{}, exited <-chan error, most int64) (e effort, err error) {
	ended := false
	defer func() {
		if !ended {
			_ = p.Kill() // fails when it has just ended
			<-exited
		}
	}()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		e.Peak = max(e.Peak, peak(p.Pid))
		if e.Peak > most {
			return e, fmt.Errorf("%w: more than %s", errMemory, unit.Bytes(float64(most)))
		}
		select {
		case err := <-exited:
			ended = true
			return e, err
		case <-heard:
			return e, nil
		case <-ctx.Done():
			return e, ctx.Err()
		case <-tick.C:
		}
	}
}

// peak is the most memory, in bytes, that was resident so far; 0 when it cannot be
// read any more.
func peak(pid int) int64 { return kilobytes(fmt.Sprintf("proc/%d/status", pid), "VmHWM:") }

// kilobytes reads the number, in bytes, of a line that begins with a name.
func kilobytes(file, name string) int64 {
	text, err := read.Text(os.DirFS("/"), file)
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(text, name)
	line, _, _ := strings.Cut(rest, "\n")
	n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(line), " kB"), 10, 64)
	return n << 10
}

// listener waits for a text.
type listener struct {
	all   bytes.Buffer
	text  string
	heard chan struct{}
	done  bool
}

func (l *listener) Write(p []byte) (int, error) {
	l.all.Write(p)
	if l.text != "" && !l.done && strings.Contains(l.all.String(), l.text) {
		l.done = true
		close(l.heard)
	}
	return len(p), nil
}
