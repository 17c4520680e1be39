package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tare/eval/causes/diary"
	"tare/eval/subject"
	"tare/internal/host/proc"
	"tare/internal/record"
)

const benchPackage = "./eval/causes/bench"

// session is one run of a program.
type session struct {
	program
	*lab
	number  int    // of the program's runs, from 1
	dir     string // for what this run leaves
	address string // where the program serves
	running ends
}

// examine runs a program for the nth time, has tare explain it, and judges what it says.
func (l *lab) examine(ctx context.Context, p program, n int) (v verdict) {
	s := &session{program: p, lab: l, number: n}
	var err error
	if s.dir, err = os.MkdirTemp(l.dir, "run-"); err != nil {
		return verdict{Failed: err.Error()}
	}
	e, err := s.explain(ctx)
	err = errors.Join(err, s.running.end())
	if err != nil {
		return verdict{Failed: err.Error()}
	}
	a, err := s.told(e)
	if err != nil {
		return verdict{Failed: err.Error()}
	}
	if l.keep != "" {
		err = s.keepAll(e)
	}
	v = judge(p, e.Causes, a)
	if err != nil {
		v.Failed = err.Error()
	}
	return v
}

func (s *session) diaryFile() string { return filepath.Join(s.dir, "diary") }

// told reads what the program wrote about the time of the recording.
func (s *session) told(e *record.Explanation) (account, error) {
	f, err := os.Open(s.diaryFile())
	if err != nil {
		return account{}, fmt.Errorf("the program kept no diary: %w", err)
	}
	defer f.Close()
	entries, err := diary.Read(f)
	if err != nil {
		return account{}, err
	}
	return readDiary(entries, e)
}

// explain has tare explain the program in its way.
func (s *session) explain(ctx context.Context) (*record.Explanation, error) {
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	group, beside := "", ""
	if s.parent > 0 {
		if group, beside, err = parent(s.parent, &s.running); err != nil {
			return nil, err
		}
	}
	if err := s.settle(s.beside, &s.running, beside); err != nil {
		return nil, err
	}
	args := append([]string{"-level=" + s.level}, s.flags...)
	tell := "-env=" + diary.Env + "=" + s.diaryFile()
	switch s.how {
	case bench:
		args = append(args, tell, "-overhead=0", "-bench=^Benchmark"+s.program.runs+"$", benchPackage)
	case traced:
		file := filepath.Join(s.dir, "trace.out")
		args = append(append(args, tell, "-trace="+file, "--"), s.command("-trace="+file, "-for="+length.String())...)
	case flies:
		args = append(args, tell, "-http="+s.address, "-keep=2s", "-for=20s", "-o="+filepath.Join(s.dir, "flight"), "--")
		args = append(args, s.command("-listen="+s.address)...)
	case runs:
		return s.explainRunning(ctx, args, group)
	default:
		args = append(append(args, tell, "-http="+s.address, "-for="+length.String(), "--"), s.command("-listen="+s.address)...)
	}
	return subject.Explain(ctx, s.tare, args...)
}

// command is how the program is started.
func (s *session) command(flags ...string) []string {
	if s.tasks {
		flags = append(flags, "-tasks")
	}
	return append([]string{s.programs, s.program.runs}, flags...)
}

// explainRunning starts the program, which tare finds running.
func (s *session) explainRunning(ctx context.Context, args []string, group string) (*record.Explanation, error) {
	argv := s.command("-listen=" + s.address)
	p, err := start(proc.Command{Path: argv[0], Args: argv, Stderr: os.Stderr,
		Env: append(os.Environ(), "GOMAXPROCS=1", diary.Env+"="+s.diaryFile())}, &s.running, group)
	if err != nil {
		return nil, err
	}
	if err := await(ctx, s.address); err != nil {
		return nil, err
	}
	args = append(args, fmt.Sprintf("-pid=%d", p.PID), "-http="+s.address, "-for="+length.String())
	e, err := subject.Explain(ctx, s.tare, args...)
	if err != nil {
		return nil, err
	}
	if err := p.Signal(os.Interrupt); err != nil {
		return nil, err
	}
	select {
	case <-p.Done():
		return e, nil
	case <-time.After(patience):
		return nil, errors.New("the program does not end")
	}
}

// patience is how long a program may take to begin, and to end.
const patience = 20 * time.Second

// await waits until somebody serves at an address.
func await(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		var d net.Dialer
		c, err := d.DialContext(ctx, "tcp", address)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for the program to serve: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// freeAddress is one where nobody serves.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// keepAll keeps an explanation and the diary, to look at them later, of each run.
func (s *session) keepAll(e *record.Explanation) error {
	name := filepath.Join(s.keep, fmt.Sprintf("%s-%d", strings.NewReplacer(" ", "-", "/", "-", ":", "").Replace(s.name), s.number))
	text, err := os.ReadFile(s.diaryFile())
	if err == nil {
		err = os.WriteFile(name+".diary", text, 0o666)
	}
	return errors.Join(err, writeJSON(name+".json", e))
}
