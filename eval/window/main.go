// Command window evaluates whether tare's windows mean what a long go test means.
//
// Truth is the ns/op of the plain test binary, built without tare's hook and run
// with a -benchtime of seconds. A round of a subject measures it with tare and in
// truth, one right after the other, in the order of a coin; rounds go through all
// subjects in random order. What drifts on the machine hits both alike, and the
// ratio of a round loses what they share.
//
// What was observed is kept in a file, and a further call goes on there; -h has the
// parts and examples. The modules come through the go command; nothing is installed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"tare/eval/docpart"
	"tare/eval/rawfile"
)

type options struct {
	raw              string
	rounds, compares int
	limit            time.Duration
	only             *regexp.Regexp
	benchtime        time.Duration
	count            int
	maxTime          time.Duration
	tare, against    string
	flags            []string
	seed             uint64
	cgo              bool // there is a C compiler
	list, reportOnly bool
	docs             string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/window: ")
	o, err := parse()
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		err = evaluate(ctx, o)
	}
	if err != nil {
		log.Fatal(err)
	}
}

const usage = `Window compares tare's numbers and verdicts with those of a long go test.

Parts, each in rounds of random order:
  values    tare run, and the plain test binary with -benchtime=5s
  effects   changed code and settings in truth: new ÷ old of the plain binaries
  verdicts  tare compare on these effects
  cost      CPU time of tare compare, and of another tare (only with -against)

Run it from the module's root, as root or where tare may make cgroups, on an
otherwise idle machine with 8 GB of memory. What was observed is kept (-truth):
a further call does what is missing, and tries again what failed.

  go run ./eval/window -list                               what is left to do, and about how long it takes
  go run ./eval/window -for=3h -docs=docs/windows.md       measure, and put the tables into the page
  go run ./eval/window -only='values .*Setup' -rounds=12   some benchmarks, with more rounds
  go run ./eval/window -report -docs=docs/windows.md       the tables again, without measuring

Flags:
`

func parse() (o options, err error) {
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	only := flag.String("only", "", "only what matches this `regexp`, of \"part subject\" as -list prints them")
	flags := flag.String("flags", "", "further `flags` of tare run and tare compare, separated by spaces, such as -benchtime=20ms")
	flag.StringVar(&o.raw, "truth", "window.jsonl", "`file` of what was observed, to go on with")
	flag.IntVar(&o.rounds, "rounds", 10, "measure every value, effect and cost `n` times; 6 are the fewest that have an interval")
	flag.IntVar(&o.compares, "compares", 3, "make `n` comparisons of every effect")
	flag.DurationVar(&o.limit, "for", 0, "begin nothing after this `time` (default: go on until all is measured)")
	flag.DurationVar(&o.benchtime, "benchtime", 5*time.Second, "`time` of a window of the truth")
	flag.IntVar(&o.count, "count", 5, "`n` trials of tare's in a round of a value")
	flag.DurationVar(&o.maxTime, "max-time", time.Minute, "`time` that tare compare may spend on a comparison")
	flag.StringVar(&o.tare, "tare", "", "`file` of the tare to evaluate (default: built from this module)")
	flag.StringVar(&o.against, "against", "", "`file` of another tare, to compare the cost with (default: no cost part)")
	flag.Uint64Var(&o.seed, "seed", 1, "of the order")
	flag.BoolVar(&o.list, "list", false, "only print what is left to do, and about how long it takes")
	flag.BoolVar(&o.reportOnly, "report", false, "only print what the file comes to")
	flag.StringVar(&o.docs, "docs", "", "put the tables into this Markdown `file`, between the marks values, effects and cost")
	flag.Parse()
	if flag.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q: see -h", flag.Arg(0))
	}
	for _, file := range []*string{&o.tare, &o.against} {
		if *file != "" && err == nil {
			*file, err = filepath.Abs(*file)
		}
	}
	if err == nil {
		o.only, err = regexp.Compile(*only)
	}
	o.flags = strings.Fields(*flags)
	if err == nil {
		o.cgo, err = hasCgo()
	}
	return o, err
}

func evaluate(ctx context.Context, o options) error {
	done, err := rawfile.Read[visit](o.raw)
	if err != nil {
		return err
	}
	todo := remaining(plan(o), done, o.only)
	switch {
	case o.list:
		fmt.Print(listing(todo, o.benchtime))
		return nil
	case !o.reportOnly:
		if err := errors.Join(sameTruth(done, o), asItComes(os.LookupEnv)); err != nil {
			return err
		}
		if err := measure(ctx, o, todo); err != nil {
			return err
		}
		if done, err = rawfile.Read[visit](o.raw); err != nil {
			return err
		}
	}
	return publish(o.docs, done)
}

// sameTruth refuses to go on with a truth of another length.
func sameTruth(done []visit, o options) error {
	for _, v := range done {
		for _, t := range v.Truth {
			if v.Failed == "" && t.Benchtime != o.benchtime.String() {
				return fmt.Errorf("%s has a truth of -benchtime=%s: go on with that, or name another file with -truth", o.raw, t.Benchtime)
			}
		}
	}
	return nil
}

// asItComes refuses an environment that changes how every Go program runs.
func asItComes(lookup func(string) (string, bool)) error {
	for _, name := range []string{"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG"} {
		if _, set := lookup(name); set {
			return fmt.Errorf("%s is set: unset it, it changes what both sides are compared with", name)
		}
	}
	return nil
}

// measure does the tasks, and keeps what it observes.
func measure(ctx context.Context, o options, todo []task) error {
	s, err := openStage(ctx, o)
	if err != nil {
		return err
	}
	defer s.close()
	for i, started := 0, time.Now(); i < len(todo) && (o.limit == 0 || time.Since(started) < o.limit); i++ {
		v := visit{key: todo[i].key, Tare: s.build}
		if err := todo[i].do(ctx, s, &v); err != nil {
			v.Failed = err.Error()
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := rawfile.Append(o.raw, v); err != nil {
			return err
		}
		log.Printf("%d of %d: %s", i+1, len(todo), v)
	}
	return nil
}

// publish prints the tables, and puts them into the docs if there are any.
func publish(docs string, all []visit) error {
	for _, part := range []struct {
		name   string
		report func([]visit) string
	}{{"values", reportValues}, {"effects", reportEffects}, {"cost", reportCost}} {
		text := part.report(all)
		if text == "" {
			continue
		}
		fmt.Println(text)
		if docs != "" {
			if err := docpart.Splice(docs, part.name, text); err != nil {
				return err
			}
		}
	}
	return nil
}
