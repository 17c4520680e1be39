// Command net evaluates net time: it runs the benchmarks of ./kinds on the quiet
// machine, under CPU quotas and beside spinning neighbours, in turn, and prints
// how far net-ns/op strays from what the quiet machine says, and how far wall
// time does.
//
//	go run ./eval/net                  the table, in about 40 minutes
//	go run ./eval/net -repeats=1       a first look
//
// Run it as root, or where tare may make cgroups, on an otherwise idle machine.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"tare/eval/neighbours"
	"tare/internal/record"
)

// condition is a way to make measuring hard.
type condition struct {
	name  string
	flags []string // of tare run
	spin  int      // neighbours that keep a CPU busy
}

var conditions = []condition{
	{name: "quiet"},
	{name: "quota 90%", flags: []string{"-quota=90%"}},
	{name: "quota 75%", flags: []string{"-quota=75%"}},
	{name: "quota 50%", flags: []string{"-quota=50%"}},
	{name: "quota 25%", flags: []string{"-quota=25%"}},
	{name: "2 neighbours", spin: 2},
}

type settings struct {
	repeats, rounds int
	benchtime       string
	bench, packages string
	raw             string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/net: ")
	neighbours.Main()
	var s settings
	flag.IntVar(&s.repeats, "repeats", 5, "visit every condition `n` times, in turn")
	flag.IntVar(&s.rounds, "count", 12, "rounds of a visit")
	flag.StringVar(&s.benchtime, "benchtime", "100ms", "window of a trial")
	flag.StringVar(&s.bench, "bench", ".", "benchmarks")
	flag.StringVar(&s.packages, "packages", "./eval/net/kinds", "packages, separated by spaces, in the current module")
	flag.StringVar(&s.raw, "raw", "", "write every visit's summaries to `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := evaluate(ctx, s); err != nil {
		log.Fatal(err)
	}
}

// visit is one run of tare under one condition.
type visit struct {
	Condition string
	Repeat    int
	Summaries []record.Summary
}

func evaluate(ctx context.Context, s settings) error {
	dir, err := os.MkdirTemp("", "eval-net-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tare := filepath.Join(dir, "tare")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", tare, "tare/cmd/tare").CombinedOutput(); err != nil {
		return fmt.Errorf("building tare: %w\n%s", err, out)
	}
	var visits []visit
	for repeat := range s.repeats {
		for _, c := range conditions {
			summaries, err := measure(ctx, tare, s, c)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			visits = append(visits, visit{c.name, repeat, summaries})
			log.Printf("%d of %d: %s", len(visits), s.repeats*len(conditions), c.name)
		}
	}
	if s.raw != "" {
		if err := writeRaw(s.raw, visits); err != nil {
			return err
		}
	}
	return report(os.Stdout, visits)
}

const contaminated = 4

// measure runs tare once under c.
func measure(ctx context.Context, tare string, s settings, c condition) ([]record.Summary, error) {
	stop, err := neighbours.Start(slices.Repeat([]neighbours.Habit{neighbours.Steady}, c.spin)...)
	if err != nil {
		return nil, err
	}
	defer stop()
	args := append([]string{"run", "-json", "-store=off", "-bench=" + s.bench, "-benchtime=" + s.benchtime,
		fmt.Sprintf("-count=%d", s.rounds)}, c.flags...)
	cmd := exec.CommandContext(ctx, tare, append(args, strings.Fields(s.packages)...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	// Status 4 says that some benchmark got fewer clean rounds than it was to
	// have: that is part of the evaluation.
	if e := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &e) && e.ExitCode() == contaminated) {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	var run record.Run
	if err := json.Unmarshal(out, &run); err != nil {
		return nil, fmt.Errorf("reading tare's report: %w", err)
	}
	return run.Summaries, nil
}

func writeRaw(path string, visits []visit) error {
	text, err := json.MarshalIndent(visits, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}
