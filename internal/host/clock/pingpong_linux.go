package clock

import (
	"errors"
	"fmt"
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// PingPong has two threads on one CPU pass a byte to and fro, and returns what
// the given number of rounds took. A round is two switches from one thread to
// the other, two writes to a pipe and two reads. With GOMAXPROCS=1 it includes
// how the Go runtime hands its only turn from thread to thread.
func (s *System) PingPong(cpu, rounds int) (time.Duration, error) {
	there, err := newPipe()
	if err != nil {
		return 0, err
	}
	back, err := newPipe()
	if err != nil {
		there.close()
		return 0, err
	}
	echoed := make(chan error)
	go func() {
		echoed <- s.play(cpu, there.read, back.write, func(p player) error { return p.echo(rounds + 1) })
	}()
	var took time.Duration
	err = s.play(cpu, back.read, there.write, func(p player) error {
		if err := p.serve(1); err != nil { // wait until the other one is there
			return err
		}
		start := s.Now()
		err := p.serve(rounds)
		took = time.Duration(s.Now() - start)
		return err
	})
	if err = errors.Join(err, <-echoed); err != nil {
		return 0, fmt.Errorf("passing a byte between threads on CPU %d: %w", cpu, err)
	}
	return took, nil
}

// play runs f on a pinned thread and closes its two descriptors afterwards,
// also when there was no such thread, so that the other side never waits in vain.
func (s *System) play(cpu, in, out int, f func(player) error) error {
	var err error
	pinned := s.On([]int{cpu}, func() { err = f(player{in: in, out: out}) })
	unix.Close(in)
	unix.Close(out)
	return errors.Join(pinned, err)
}

// player is one of the two sides.
type player struct {
	in, out int
	buf     [1]byte
}

func (p *player) serve(rounds int) error {
	for range rounds {
		if err := p.send(); err != nil {
			return err
		}
		if err := p.receive(); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) echo(rounds int) error {
	for range rounds {
		if err := p.receive(); err != nil {
			return err
		}
		if err := p.send(); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) send() error {
	_, err := unix.Write(p.out, p.buf[:])
	return err
}

func (p *player) receive() error {
	n, err := unix.Read(p.in, p.buf[:])
	if err == nil && n == 0 {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// pipe is a pipe whose ends block the thread: those of package os are polled.
type pipe struct{ read, write int }

func newPipe() (pipe, error) {
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		return pipe{}, fmt.Errorf("making a pipe: %w", err)
	}
	return pipe{fds[0], fds[1]}, nil
}

func (p pipe) close() {
	unix.Close(p.read)
	unix.Close(p.write)
}
