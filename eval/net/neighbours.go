package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

const spinArgument = "-spin-as-a-neighbour"

// spin keeps one CPU busy until it is killed.
func spin() {
	for x := uint64(1); x != 0; x++ { // 2⁶⁴ steps outlast any evaluation
	}
}

// neighbours starts n processes that spin, and returns how to end them.
func neighbours(n int) (stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var started []*exec.Cmd
	stop = func() error {
		var errs []error
		for _, cmd := range started {
			errs = append(errs, cmd.Process.Kill())
			_ = cmd.Wait() // says that it was killed
		}
		return errors.Join(errs...)
	}
	for range n {
		cmd := exec.Command(self, spinArgument)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		if err := cmd.Start(); err != nil {
			return nil, errors.Join(fmt.Errorf("starting a neighbour: %w", err), stop())
		}
		started = append(started, cmd)
	}
	return stop, nil
}
