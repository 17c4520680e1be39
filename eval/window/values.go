package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"golang.org/x/perf/benchfmt"

	"tare/internal/record"
)

// visit measures a benchmark in truth and with tare, in the order of a coin.
func (t target) visit(ctx context.Context, s *stage, v *visit) error {
	p, err := s.place(ctx, t.suite.name, func(home string) (string, error) { return s.folder(ctx, *t.suite, home) })
	if err != nil {
		return err
	}
	return inAnyOrder(func() error {
		seen, err := s.truth(ctx, p, t.bench.name, t.procs)
		v.Truth = append(v.Truth, seen)
		return err
	}, func() (err error) {
		v.Value, err = s.value(ctx, p, t)
		return err
	})
}

// inAnyOrder lets a coin say which comes first.
func inAnyOrder(a, b func() error) error {
	if rand.IntN(2) == 0 {
		a, b = b, a
	}
	return errors.Join(a(), b())
}

// truth runs the plain test binary, as go test does.
func (s *stage) truth(ctx context.Context, p place, name string, procs int, env ...string) (truth, error) {
	argv := []string{p.binary, "-test.run=^$", "-test.bench=" + pattern(name), "-test.benchtime=" + s.benchtime.String()}
	if procs != 0 {
		argv = append(argv, fmt.Sprintf("-test.cpu=%d", procs))
	}
	r, err := s.run(ctx, command{argv: argv, dir: p.dir, env: env})
	if err != nil {
		return truth{}, err
	}
	t, err := readTruth(r.out)
	t.CPU, t.Benchtime = r.cpu, s.benchtime.String()
	return t, err
}

// readTruth reads the only result in the Go benchmark format.
func readTruth(text []byte) (found truth, err error) {
	count := 0
	r := benchfmt.NewReader(bytes.NewReader(text), "go test")
	for r.Scan() {
		if result, ok := r.Result().(*benchfmt.Result); ok {
			seconds, ok := result.Value("sec/op")
			if !ok {
				return truth{}, fmt.Errorf("%s has no ns/op", result.Name)
			}
			found = truth{NS: 1e9 * seconds, N: int64(result.Iters)}
			count++
		}
	}
	if err := r.Err(); err != nil {
		return truth{}, err
	}
	if count != 1 {
		return truth{}, fmt.Errorf("%d results, want 1: %s", count, tail(string(text)))
	}
	return found, nil
}

// Exit statuses of tare that come with a report: some trials were contaminated,
// which is part of the evaluation, or failed, and the report says why.
const (
	contaminated = 4
	failed       = 5
)

// value measures a benchmark with tare run.
func (s *stage) value(ctx context.Context, p place, t target) (*value, error) {
	with := func(pattern string) command {
		argv := []string{s.tare, "run", "-json", "-store=off", "-bench=" + pattern, fmt.Sprintf("-count=%d", s.count)}
		if t.procs != 0 {
			argv = append(argv, fmt.Sprintf("-cpu=%d", t.procs))
		}
		return command{argv: append(append(argv, s.flags...), "."), dir: p.dir, good: []int{contaminated, failed}}
	}
	build, err := s.building(ctx, with)
	if err != nil {
		return nil, err
	}
	r, err := s.run(ctx, with(pattern(t.bench.name)))
	if err != nil {
		return nil, err
	}
	v, err := readValue(r.out)
	v.spending = spending{CPU: r.cpu, Build: build}
	return &v, err
}

// readValue reads what tare run says of the only benchmark.
func readValue(text []byte) (value, error) {
	var run record.Run
	if err := json.Unmarshal(text, &run); err != nil {
		return value{}, fmt.Errorf("reading tare's report: %w", err)
	}
	if len(run.Summaries) != 1 {
		return value{}, fmt.Errorf("tare run measured %d benchmarks, want 1: %w", len(run.Summaries), whyNot(run.Failures))
	}
	s := run.Summaries[0]
	if s.Net.N == 0 || s.Wall.N == 0 {
		return value{}, fmt.Errorf("tare run has no value: %s", s.Stop)
	}
	return value{Net: s.Net.Center, Wall: s.Wall.Center, N: s.N, Trials: s.Rounds, Windows: windowsOf(run)}, nil
}

// whyNot joins what tare says of what failed.
func whyNot(all []record.Failure) error {
	var why []error
	for _, f := range all {
		why = append(why, fmt.Errorf("%s: %s: %s", f.Stage, f.Outcome, f.Message))
	}
	if len(why) == 0 {
		return errors.New("it does not say why")
	}
	return errors.Join(why...)
}
