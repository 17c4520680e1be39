package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"tare/eval/docpart"
	"tare/internal/analysis/stats"
	"tare/internal/host/clock"
	"tare/internal/record"
	"tare/internal/report/wording"
)

// mostOverhead is what recording the kernel alone may cost the echo benchmark.
const mostOverhead = 0.03

// way is a way to record a running process.
type way struct {
	name  string
	flags func(*talker) []string // of tare explain; nil records nothing
}

var ways = []way{
	{name: "nothing"},
	{"kernel", func(t *talker) []string { return []string{pidFlag(t)} }},
	{"kernel and Go", func(t *talker) []string { return []string{pidFlag(t), "-http=" + t.url} }},
}

func pidFlag(t *talker) string { return fmt.Sprintf("-pid=%d", t.cmd.Process.Pid) }

// cost is what recording did to the echo benchmark.
type cost struct {
	Source string `json:"source"`
	record.Overhead
	most float64 // that the ratio may be; 0 for any
}

type costs []cost

// overheadPart records a process that answers itself over TCP, in turn with not
// recording it; and looks at what tare says of a benchmark that does the same.
func overheadPart(ctx context.Context, l *lab) (result, error) {
	t, err := l.startTalker(ctx)
	if err != nil {
		return nil, err
	}
	defer t.close()
	times := make([][]float64, len(ways))
	for n := range l.rounds {
		for _, i := range rand.Perm(len(ways)) {
			ns, err := l.timeTalker(ctx, t, ways[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", ways[i].name, err)
			}
			times[i] = append(times[i], ns)
		}
		log.Printf("overhead: round %d of %d", n+1, l.rounds)
	}
	found := costs{costOf(ways[1].name, times[0], times[1]), costOf(ways[2].name, times[0], times[2])}
	found[0].most = 1 + mostOverhead
	said, err := l.saidOverhead(ctx)
	return append(found, said...), err
}

// timeTalker returns how long an echo takes while it is recorded in some way.
func (l *lab) timeTalker(ctx context.Context, t *talker, w way) (float64, error) {
	const length = 3 * time.Second
	var c clock.System
	from, to := c.Now(), int64(0)
	if w.flags == nil {
		select {
		case <-time.After(length):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		to = c.Now()
	} else {
		e, err := l.explain(ctx, append(w.flags(t), "-for="+length.String(), "-level="+l.level)...)
		if err != nil {
			return 0, err
		}
		from, to = e.Begin, e.Begin+e.Duration
	}
	return t.time(from, to)
}

// costOf compares rounds with and without.
func costOf(what string, without, with []float64) cost {
	logs := make([]float64, len(with))
	for i := range with {
		logs[i] = math.Log(with[i] / without[i])
	}
	e := stats.HodgesLehmann(logs, record.Confidence)
	return cost{Source: "running process", Overhead: record.Overhead{
		What: what, Ratio: record.Of(math.Exp(e.Center)), Low: math.Exp(e.Lo), High: math.Exp(e.Hi), Trials: e.N}}
}

// saidOverhead is what tare prints of the benchmark.
func (l *lab) saidOverhead(ctx context.Context) (found costs, err error) {
	e, err := l.explain(ctx, "-bench=^BenchmarkEchoOnly$", "-benchtime=1s", "-level="+l.level, benchPackage)
	if err != nil {
		return nil, err
	}
	for _, o := range e.Overhead {
		found = append(found, cost{Source: "benchmark, as tare says", Overhead: o})
	}
	return found, nil
}

// ok reports whether it costs no more than it may.
func (c cost) ok() bool { return c.most == 0 || c.Ratio.OK() && c.Ratio.Value <= c.most }

func (all costs) good() bool {
	return !slices.ContainsFunc(all, func(c cost) bool { return !c.ok() })
}

func (all costs) table() string {
	rows := [][]string{{"recorded", "measured on", "time of an echo", "95 % interval", "pairs", ""}}
	for _, c := range all {
		ratio, interval, verdict := docpart.Cell(c.Ratio.Why), "–", ""
		if c.Ratio.OK() {
			ratio = wording.Signed(c.Ratio.Value-1, 1)
			interval = fmt.Sprintf("%s … %s", wording.Signed(c.Low-1, 1), wording.Signed(c.High-1, 1))
		}
		if c.most > 0 {
			verdict = word(c.ok())
		}
		rows = append(rows, []string{c.What, c.Source, ratio, interval, fmt.Sprint(c.Trials), verdict})
	}
	return docpart.Table(rows)
}
