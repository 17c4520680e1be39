// Command explain evaluates tare explain: it has it explain programs that know
// where their time goes (./bench), and judges every item of the bill; it measures
// how fast, and in how much memory, tare reads a large execution trace, beside a
// bare reader and go tool trace; and what recording costs.
//
//	go run ./eval/explain -docs=docs/explain.md     everything, in about 15 minutes
//	go run ./eval/explain -parts=programs -only=quota
//	go run ./eval/explain -parts=speed -size=4096
//
// Run it from the module's root, as root or where tare may make cgroups and load
// BPF programs, on an otherwise idle machine with two CPUs or more. The exit
// status is 1 when something is not as good as it has to be.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"

	"tare/eval/docpart"
	"tare/eval/subject"
)

type options struct {
	parts  string
	only   *regexp.Regexp
	level  string
	rounds int
	size   int64 // MiB
	tare   string
	docs   string
	json   bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/explain: ")
	hogMain()
	var o options
	only := flag.String("only", "", "only programs whose names match this `regexp`")
	flag.StringVar(&o.parts, "parts", "programs,speed,overhead", "what to evaluate, of `programs,speed,overhead`")
	flag.StringVar(&o.level, "level", "auto", "`level` of the kernel recording")
	flag.IntVar(&o.rounds, "rounds", 12, "`n` rounds of overhead; a quarter of that of speed")
	flag.Int64Var(&o.size, "size", 256, "`MiB` of the trace for speed")
	flag.StringVar(&o.tare, "tare", "", "`file` of the tare to evaluate (default: built from this module)")
	flag.StringVar(&o.docs, "docs", "", "put the tables into this Markdown `file`")
	flag.BoolVar(&o.json, "json", false, "print JSON")
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

// part is one part of the evaluation.
type part struct {
	name    string
	measure func(context.Context, *lab) (result, error)
}

// result is what a part has found.
type result interface {
	table() string // in Markdown
	good() bool
}

var parts = []part{{"programs", programsPart}, {"speed", speedPart}, {"overhead", overheadPart}}

var errBad = errors.New("not everything is as good as it has to be")

func evaluate(ctx context.Context, o options) error {
	l, err := openLab(ctx, o)
	if err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	good, found := true, map[string]result{}
	for _, p := range parts {
		if !slices.Contains(strings.Split(o.parts, ","), p.name) {
			continue
		}
		r, err := p.measure(ctx, l)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		good, found[p.name] = good && r.good(), r
		if !o.json {
			fmt.Println(r.table())
		}
		if o.docs != "" {
			if err := docpart.Splice(o.docs, p.name, r.table()); err != nil {
				return err
			}
		}
	}
	if o.json {
		if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
			return err
		}
	}
	if !good {
		return errBad
	}
	return nil
}

// lab is where tare is evaluated.
type lab struct {
	options
	dir string // for temporary files
}

// openLab makes the folder, and builds tare unless there is one.
func openLab(ctx context.Context, o options) (*lab, error) {
	dir, err := os.MkdirTemp("", "eval-explain-")
	if err != nil {
		return nil, err
	}
	l := &lab{o, dir}
	if l.tare == "" {
		if l.tare, err = l.build(ctx, "tare/cmd/tare"); err != nil {
			os.RemoveAll(dir)
			return nil, err
		}
	}
	return l, nil
}

// build builds a command of this module and returns its file.
func (l *lab) build(ctx context.Context, pkg string) (string, error) {
	return subject.Build(ctx, l.dir, pkg)
}
