// Command relink evaluates how often tare compare calls benchmarks slower or
// faster whose code nobody touched. It compares a module with edits of it that
// change nothing in what the benchmarks do: neighbours that come, go, grow or
// change their order. Every other edit also adds an init function, which makes the
// machine code before the benchmarks another one, so that link orders alone can
// tell. It prints how many comparisons ended with status 1, how many had any
// verdict of slower or faster, and what the verdicts were.
//
//	go run ./eval/relink -edits=100
//	go run ./eval/relink -edits=100 -confirm=false    as it is without
//
// Run it from the module's root on an otherwise idle machine. A comparison takes
// about a minute.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"tare/internal/record"
)

// subject is the test file with the benchmarks; the go command does not see it.
//
//go:embed subject/subject_test.go.src
var subject string

var (
	edits   = flag.Int("edits", 20, "compare `n` edits")
	seed    = flag.Uint64("seed", 1, "of the edits")
	confirm = flag.Bool("confirm", true, "as in tare compare")
	more    = flag.String("flags", "", "further `flags` for tare compare, with spaces between them")
	program = flag.String("tare", "", "`file` of the tare to evaluate (default: built from this module)")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/relink: ")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.MkdirTemp("", "eval-relink-")
	if err != nil {
		log.Fatal(err)
	}
	err = evaluate(ctx, dir)
	if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
		log.Fatal(err)
	}
}

// evaluate makes the comparisons in a folder, and prints what they come to.
func evaluate(ctx context.Context, dir string) error {
	tare := *program
	if tare == "" {
		tare = filepath.Join(dir, "tare")
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", tare, "./cmd/tare").CombinedOutput(); err != nil {
			return fmt.Errorf("building tare: %w\n%s", err, out)
		}
	}
	var count tally
	for i := range *edits {
		base, edited := filepath.Join(dir, "old"), filepath.Join(dir, fmt.Sprintf("edit%03d", i))
		if err := errors.Join(write(base, module()), write(edited, edit(*seed+uint64(i), i%2 == 1))); err != nil {
			return err
		}
		c, status, err := compare(ctx, tare, base, edited)
		if err != nil {
			return err
		}
		count.add(c, status)
		log.Printf("edit %d: status %d; %s", i, status, &count)
		if err := os.RemoveAll(edited); err != nil {
			return err
		}
	}
	fmt.Println(&count)
	return nil
}

// write makes a folder with files.
func write(dir string, files map[string]string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// compare runs tare compare on two folders.
func compare(ctx context.Context, tare, old, next string) (c record.Comparison, status int, err error) {
	args := []string{"compare", "-json", "-store=off", fmt.Sprintf("-confirm=%v", *confirm), "-bench=Subject"}
	args = append(append(args, strings.Fields(*more)...), ".", next)
	cmd := exec.CommandContext(ctx, tare, args...)
	cmd.Dir = old
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		status, err = ended.ExitCode(), nil
	}
	if err == nil {
		err = json.Unmarshal(out, &c)
	}
	if err != nil {
		return c, status, fmt.Errorf("tare compare: %w\n%s", err, problems.String())
	}
	return c, status, nil
}

// tally counts what comparisons came to.
type tally struct {
	comparisons, slower, called int
	verdicts                    map[record.Verdict]int
}

func (t *tally) add(c record.Comparison, status int) {
	t.comparisons++
	if status == 1 {
		t.slower++
	}
	if t.verdicts == nil {
		t.verdicts = map[record.Verdict]int{}
	}
	called := false
	for _, b := range c.Benchmarks {
		for _, change := range b.Changes {
			t.verdicts[change.Verdict]++
			called = called || change.Verdict == record.Slower || change.Verdict == record.Faster
		}
	}
	if called {
		t.called++
	}
}

// String says it in a line.
func (t *tally) String() string {
	var verdicts []string
	for _, v := range slices.Sorted(maps.Keys(t.verdicts)) {
		verdicts = append(verdicts, fmt.Sprintf("%d %s", t.verdicts[v], v))
	}
	return fmt.Sprintf("%d of %d comparisons ended with status 1, %d called something slower or faster; verdicts: %s",
		t.slower, t.comparisons, t.called, strings.Join(verdicts, ", "))
}
