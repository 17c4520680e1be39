package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// childVar makes the test binary a child process that does one thing to a
// store: its value names the role, the arguments follow on the command line.
const childVar = "TARE_STORE_TEST_CHILD"

var roles = map[string]func(args []string) error{
	"write": writeRole,
	"probe": probeRole,
}

func TestMain(m *testing.M) {
	role := os.Getenv(childVar)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := roles[role](os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child prepares the test binary to play a role.
func child(t *testing.T, role string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	check(t, err)
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Env = append(os.Environ(), childVar+"="+role)
	cmd.Stderr = os.Stderr
	return cmd
}

// start starts a writer and returns what it prints: one line for every trial
// that is stored.
func start(t *testing.T, cmd *exec.Cmd) *bufio.Scanner {
	t.Helper()
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	return bufio.NewScanner(out)
}

// runsOf returns what a store can do with records of a kind.
func runsOf(s *Store, kind Kind) Runs {
	if kind == Comparison {
		return comparisons{s}
	}
	return s
}

// writeRole writes one record to the store: path, kind, ID and the number of
// trials, where 0 means trials without end. It prints each place it has stored.
func writeRole(args []string) error {
	ctx := context.Background()
	limit, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	s, err := Open(ctx, args[0])
	if err != nil {
		return err
	}
	runs, run := runsOf(s, Kind(args[1])), sampleRun(args[2], 0, 0)
	if err := runs.Begin(ctx, run); err != nil {
		return err
	}
	for i := 0; limit == 0 || i < limit; i++ {
		if err := runs.AddTrial(ctx, run.ID, sampleTrial("BenchmarkX", i)); err != nil {
			return err
		}
		fmt.Println(i)
	}
	return errors.Join(runs.Finish(ctx, run), s.Close())
}

// probeRole opens the store at the path, reads what it can, writes what it can,
// and prints how each went.
func probeRole(args []string) error {
	ctx := context.Background()
	s, err := Open(ctx, args[0])
	fmt.Println("open:", err)
	if err != nil {
		return nil
	}
	_, err = s.Load(ctx, Latest)
	fmt.Println("load:", err)
	fmt.Println("begin:", s.Begin(ctx, sampleRun("new", 0, 0)))
	return nil
}
