// Command causes evaluates what tare explain says first: it has it explain servers and
// benchmarks with a planted fault, whose size they know by their own clocks, and
// compares the first cause with the plant.
//
//	go run ./eval/causes -docs=docs/explain.md      everything, in about 10 minutes
//	go run ./eval/causes -only=quota -repeats=3
//	go run ./eval/causes -busy=2                    beside two processes that spin
//	go run ./eval/causes -list
//
// Run it from the module's root, as root or where tare may make cgroups and load
// BPF programs, on an otherwise idle machine with two CPUs or more. A program whose own
// clock does not see the fault is said to be not planted: too fast a disk, for example.
// What swaps is not among them: that needs a swap device, which the machine that runs
// this may not have, and must not be given.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"time"

	"tare/eval/docpart"
	"tare/eval/subject"
)

type options struct {
	list    bool
	only    string
	tare    string
	docs    string
	keep    string
	level   string
	busy    int
	repeats int
	wait    time.Duration
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/causes: ")
	var o options
	flag.BoolVar(&o.list, "list", false, "list the programs and their plants")
	flag.StringVar(&o.only, "only", "", "only programs whose names match this `regexp`")
	flag.StringVar(&o.tare, "tare", "", "`file` of the tare to evaluate (default: built from this module)")
	flag.StringVar(&o.docs, "docs", "", "put the table into this Markdown `file`")
	flag.StringVar(&o.keep, "keep", "", "keep explanations and diaries in this `folder`")
	flag.StringVar(&o.level, "level", "auto", "`level` of the kernel recording")
	flag.IntVar(&o.busy, "busy", 0, "run `n` foreign processes beside everything that spin")
	flag.IntVar(&o.repeats, "repeats", 1, "run each program `n` times")
	flag.DurationVar(&o.wait, "wait", 10*time.Second, "wait for up to `d` until the machine is idle, before each run")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := evaluate(ctx, o); err != nil {
		log.Fatal(err)
	}
}

// lab is where tare is evaluated.
type lab struct {
	options
	dir      string // for temporary files
	programs string // the file of ./programs
}

func evaluate(ctx context.Context, o options) error {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return err
	}
	chosen := slices.DeleteFunc(slices.Concat(single, double), func(p program) bool { return !only.MatchString(p.name) })
	if o.list {
		list(chosen)
		return nil
	}
	l, err := openLab(ctx, o)
	if err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	var running ends
	defer func() {
		if err := running.end(); err != nil {
			log.Print(err)
		}
	}()
	if err := l.crowdOut(o.busy, &running); err != nil {
		return err
	}
	found, err := l.all(ctx, chosen)
	if err != nil {
		return err
	}
	fmt.Println(found.table() + "\n" + found.summary())
	if o.docs != "" {
		return docpart.Splice(o.docs, l.part(), found.table()+"\n"+found.summary()+"\n")
	}
	return nil
}

// part is the part of the page that the table goes to.
func (l *lab) part() string {
	if l.busy > 0 {
		return "causes, busy"
	}
	return "causes"
}

func list(all []program) {
	for _, p := range all {
		for _, plant := range p.plants {
			fmt.Printf("%-20s %-10s %s\n", p.name, p.how, plant.what)
		}
	}
}

// openLab makes the folder, and builds what is needed.
func openLab(ctx context.Context, o options) (*lab, error) {
	dir, err := os.MkdirTemp("", "eval-causes-")
	if err != nil {
		return nil, err
	}
	l := &lab{options: o, dir: dir}
	l.programs, err = subject.Build(ctx, dir, "tare/eval/causes/programs")
	if err == nil && l.tare == "" {
		l.tare, err = subject.Build(ctx, dir, "tare/cmd/tare")
	}
	if err == nil && l.keep != "" {
		err = os.MkdirAll(l.keep, 0o777)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return l, nil
}

// all runs the programs, one after the other.
func (l *lab) all(ctx context.Context, chosen []program) (found outcomes, err error) {
	for _, p := range chosen {
		o := outcome{Program: p.name, program: p}
		for n := range l.repeats {
			l.awaitIdle(ctx)
			v := l.examine(ctx, p, n+1)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			log.Printf("%s: %s", p.name, v.line())
			o.Runs = append(o.Runs, v)
		}
		found = append(found, o)
	}
	return found, nil
}

// line says how it went, and what tare says where that is not as it should be.
func (v verdict) line() string {
	if v.Failed != "" {
		return v.fault() + ": " + v.Failed
	}
	text := v.fault()
	if v.ok() {
		return text
	}
	text += fmt.Sprintf("; the program says %s", sized(v.Truth.ns, v.Truth.share))
	for _, c := range v.Causes {
		text += "\n\t" + strings.TrimSpace(fmt.Sprintf("%s %s: %s: %s", c.View, sized(c.Ns, c.Share), c.Item, culprit(verdict{First: c, Culprit: true})))
	}
	return text
}

func writeJSON(name string, v any) error {
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}
