package clock

import (
	"runtime"
	"testing"
)

func TestNowAdvances(t *testing.T) {
	var s System
	first := s.Now()
	for last := first; last <= first; {
		now := s.Now()
		if now < last {
			t.Fatalf("%d after %d", now, last)
		}
		last = now
	}
}

// TestWorkDependsOnItself checks that every step is done: each needs the one
// before.
func TestWorkDependsOnItself(t *testing.T) {
	const a, c = uint64(6364136223846793005), uint64(1442695040888963407)
	product := a // a variable: constants do not wrap around
	if got, want := chain(3), ((product+c)*a+c)*a+c; got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestOnRunsAnywhere(t *testing.T) {
	var s System
	ran := false
	if err := s.On(nil, func() { ran = true }); err != nil || !ran {
		t.Errorf("ran %v, %v", ran, err)
	}
}

func TestElsewhereIsUnsupported(t *testing.T) {
	if runtime.GOOS == "linux" {
		t.Skip("Linux can do it all")
	}
	var s System
	ran := false
	if err := s.On([]int{0}, func() { ran = true }); err == nil || ran {
		t.Errorf("pinned: ran %v, %v", ran, err)
	}
	if _, err := s.PingPong(0, 1); err == nil {
		t.Error("two threads on one CPU, without pinning")
	}
}
