// Command verdict evaluates the verdicts of tare compare beside those of benchstat
// and hyperfine, on variants of which the true difference is known: ./kinds do as
// much work as they are told.
//
// Live, contestants get about equal budgets of CPU time, in random order, on the
// quiet machine, beside neighbours that come and go, under a CPU quota and
// beside neighbours that slowly take over. All CPU time counts, pilots and
// start-up included. What was measured is kept, and a further call goes on
// where the last one stopped:
//
//	go run ./eval/verdict -for=3h -docs=docs/verdict.md
//
// Replayed, thousands of comparisons are made of recorded trials:
//
//	go run ./eval/verdict -record=trials.gz
//	go run ./eval/verdict -replay=trials.gz -docs=docs/verdict.md
//
// Run it from the module's root, as root or where tare may make cgroups, on an
// otherwise idle machine with hyperfine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"regexp"
	"time"

	"tare/eval/docpart"
	"tare/eval/neighbours"
	"tare/eval/rawfile"
)

type options struct {
	raw             string
	repeats         int
	seed            uint64
	limit           time.Duration
	only            *regexp.Regexp
	budget          time.Duration
	tare            string
	reportOnly      bool
	verify          bool
	record, replay  string
	trials, perEach int
	metric          string
	margin          float64
	docs            string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/verdict: ")
	neighbours.Main()
	var o options
	only := flag.String("only", "", "only what matches this `regexp`, of \"condition kind pair contestant\"")
	flag.StringVar(&o.raw, "raw", "verdict.jsonl", "`file` of the live comparisons, to go on with")
	flag.IntVar(&o.repeats, "repeats", 4, "make every live comparison `n` times")
	flag.Uint64Var(&o.seed, "seed", 1, "of the order of live comparisons, and of replays")
	flag.DurationVar(&o.limit, "for", 0, "stop live comparisons after this `time` (default: when all are made)")
	flag.DurationVar(&o.budget, "budget", 8*time.Second, "CPU `time` of a comparison")
	flag.StringVar(&o.tare, "tare", "", "`file` of the tare to evaluate (default: built from this module)")
	flag.BoolVar(&o.reportOnly, "report", false, "only print what the raw file comes to")
	flag.BoolVar(&o.verify, "verify", false, "only check the true effects, and print them")
	flag.StringVar(&o.record, "record", "", "add series of trials to `file`, for replays")
	flag.IntVar(&o.trials, "trials", 2000, "trials of a recorded series")
	flag.StringVar(&o.replay, "replay", "", "make comparisons of the trials in `file`")
	flag.IntVar(&o.perEach, "comparisons", 2000, "replays for each condition and effect")
	flag.StringVar(&o.metric, "metric", "net-ns/op", "`unit` that tare judges by in replays")
	flag.Float64Var(&o.margin, "margin", 0.02, "`share` by which a change does not matter to tare in replays")
	flag.StringVar(&o.docs, "docs", "", "put the tables into this Markdown `file`, between the marks of live or replay")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if o.only, err = regexp.Compile(*only); err == nil {
		err = evaluate(ctx, o)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func evaluate(ctx context.Context, o options) error {
	if o.replay != "" {
		all, err := readSeries(o.replay)
		if err != nil {
			return err
		}
		made, err := replay(all, o.perEach, o.budget, o.metric, o.margin, o.seed)
		if err != nil {
			return err
		}
		return publish(o.docs, "replay", made)
	}
	if !o.reportOnly {
		err := measure(ctx, o)
		if err != nil || o.verify || o.record != "" {
			return err
		}
	}
	made, err := rawfile.Read[comparison](o.raw)
	if err != nil {
		return err
	}
	return publish(o.docs, "live", made)
}

// measure does what takes the machine.
func measure(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "eval-verdict-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := openBench(ctx, dir, o.tare, o.budget)
	if err != nil {
		return err
	}
	defer b.box.close()
	if err := b.verify(ctx, os.Stderr); err != nil || o.verify {
		return err
	}
	if o.record != "" {
		return recordSeries(ctx, b, o.record, o.trials, o.only)
	}
	return live(ctx, b, o)
}

// publish prints the tables, and puts them into the docs if there are any.
func publish(docs, part string, all []comparison) error {
	text := report(all)
	fmt.Print(text)
	if docs == "" {
		return nil
	}
	return docpart.Splice(docs, part, text)
}
