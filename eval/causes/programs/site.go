package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof" // tare takes the execution trace from there
	"os"
	"runtime/trace"
	"strconv"
	"time"

	"tare/eval/causes/diary"
	"tare/internal/host/clock"
)

var system clock.System

// now is CLOCK_MONOTONIC in ns.
func now() int64 { return system.Now() }

// site is a program with a planted fault.
type site struct {
	diary  diary.Diary
	worker worker
	handle func(*visit)  // does a unit of work
	conns  int           // clients at a time
	think  time.Duration // after each request of a client
	post   bool          // clients send a body

	listen, trace string
	length        time.Duration
	tasks         bool
	interrupted   chan os.Signal
}

// visit is one unit of work.
type visit struct {
	number int64 // from 1 on
	lost   [diary.Plants]int64
}

// waits bills what f takes to a plant.
func (v *visit) waits(plant int, f func()) {
	start := now()
	f()
	v.lost[plant] += now() - start
}

// unit has one unit of work done.
func (s *site) unit(ctx context.Context, number int64) {
	v := visit{number: number}
	if s.tasks {
		_, task := trace.NewTask(ctx, "unit")
		defer task.End()
	}
	start := now()
	s.handle(&v)
	s.diary.Unit(start, now(), v.lost)
}

// run lets the program do its work until it is enough.
func (s *site) run() error {
	if s.trace != "" {
		return errors.Join(s.runTraced(), s.diary.Save())
	}
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return err
	}
	var visits counter
	http.HandleFunc("/work", func(w http.ResponseWriter, r *http.Request) {
		s.unit(r.Context(), visits.next())
		_, _ = w.Write([]byte("done\n")) // a client that has left does not matter
	})
	// Nothing is written but answers: an error of Serve ends the program.
	failed := make(chan error, 1)
	go func() { failed <- http.Serve(l, nil) }()
	stop, err := helper("client", "http://"+l.Addr().String()+"/work", strconv.Itoa(s.conns), s.think.String(), strconv.FormatBool(s.post))
	if err != nil {
		return err
	}
	select {
	case <-s.interrupted:
	case <-time.After(s.length):
	case err = <-failed:
	}
	stop()
	return errors.Join(err, s.diary.Save())
}

// runTraced does one unit of work after the other, in as many goroutines as there would
// be clients.
func (s *site) runTraced() (err error) {
	f, err := os.Create(s.trace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := trace.Start(f); err != nil {
		return fmt.Errorf("starting the trace: %w", err)
	}
	defer trace.Stop()
	var visits counter
	for range s.conns {
		go workOn(s, &visits)
	}
	select {
	case <-s.interrupted:
	case <-time.After(s.length):
	}
	return nil
}

func workOn(s *site, visits *counter) {
	for {
		s.unit(context.Background(), visits.next())
		time.Sleep(s.think)
	}
}
