package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"tare/eval/explain/truth"
	"tare/eval/subject"
	"tare/internal/host/proc"
	"tare/internal/record"
)

// explain runs tare explain -json.
func (l *lab) explain(ctx context.Context, args ...string) (*record.Explanation, error) {
	return subject.Explain(ctx, l.tare, args...)
}

func truthEnv(file string) string { return truth.Env + "=" + file }

// answerFor returns what the program said last while it was recorded: it may be run
// several times, and begins with a warm-up.
func answerFor(r io.Reader, e *record.Explanation) (truth.Answer, error) {
	all, err := truth.Read(r)
	if err != nil {
		return truth.Answer{}, err
	}
	var found truth.Answer
	for _, a := range all {
		if a.Traced && a.Begin >= e.Begin && a.End <= e.Begin+e.Duration {
			found = a
		}
	}
	if found.Wall() == 0 {
		return found, fmt.Errorf("none of %d runs of the program lies within the recording", len(all))
	}
	return found, nil
}

const hogArgument = "-keep-a-CPU-busy"

// hogMain does not return in a process of startHog.
func hogMain() {
	if len(os.Args) == 2 && os.Args[1] == hogArgument {
		for n := 0; ; n++ { // what it counts is of no use to anybody
		}
	}
}

// startHog starts a process that works on a CPU all the time, and returns what ends
// it; without a CPU nothing happens.
func startHog(cpu string) (stop func(), err error) {
	if cpu == "" {
		return func() {}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(cpu)
	if err != nil {
		return nil, err
	}
	p, err := proc.Start(proc.Command{Path: self, Args: []string{self, hogArgument}, Env: append(os.Environ(), "GOMAXPROCS=1"), CPUs: []int{n}})
	if err != nil {
		return nil, fmt.Errorf("starting a process on CPU %d: %w", n, err)
	}
	return func() {
		if err := p.Signal(os.Kill); !errors.Is(err, os.ErrProcessDone) {
			<-p.Done()
		}
	}, nil
}
