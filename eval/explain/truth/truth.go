// Package truth is how a program tells what it knows about its own time, by its
// own clocks, so that an explanation of it can be judged.
package truth

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"tare/internal/record"
)

// Env names the environment variable with the file that answers are added to.
// Without it they go to stderr.
const Env = "TARE_EVAL_TRUTH"

// Answer is what one run of a program says about itself.
type Answer struct {
	Benchmark string  `json:"benchmark"`
	Traced    bool    `json:"traced"` // an execution trace was being written
	Begin     int64   `json:"begin"`  // ns of CLOCK_MONOTONIC: what the claims are about
	End       int64   `json:"end"`
	Claims    []Claim `json:"claims"`
}

// Wall is the length of the stretch that the claims are about, ns.
func (a Answer) Wall() float64 { return float64(a.End - a.Begin) }

// Figure is what of an explanation a claim is about. Times are ns; those of an
// interval are sums over its stretches, unless noted.
type Figure string

// The figures.
const (
	Bill       Figure = "bill"       // of the interval: the claim's items
	P99        Figure = "p99"        // mean of one of the interval's stretches of about that length: the claim's items
	Total      Figure = "total"      // of the interval: all items
	Count      Figure = "count"      // stretches of the interval
	Goroutines Figure = "goroutines" // that each stretch adds up
	Median     Figure = "median"     // length of a stretch
	Quantile99 Figure = "99 %"       // length of a stretch
	Stops      Figure = "stops"      // stop-the-worlds of the recording
	StopTime   Figure = "stop time"
	WorstStop  Figure = "worst stop"
	Stretched  Figure = "stretched stops"
	GCCycles   Figure = "GC cycles"
	Wakeups    Figure = "wakeups"               // of goroutines in the recording
	Queues     Figure = "throttled on all CPUs" // in the recording, summed over CPUs as in cpu.stat
	Episodes   Figure = "throttle episodes"
	Syscalls   Figure = "system calls" // in the recording, of the name in Detail
)

// Claim is a figure that the truth lies in a range. Low and High differ as far as
// the program's own clocks cannot tell. Without a High there is no upper end.
type Claim struct {
	Name string `json:"name,omitempty"` // in words, where the figure and the items do not do
	// Interval is the kind of interval; empty means the benchmark's windows.
	Interval record.IntervalKind `json:"interval,omitempty"`
	Figure   Figure              `json:"figure"`
	Items    []record.Item       `json:"items,omitempty"`
	Detail   string              `json:"detail,omitempty"` // part of an entry's detail; name of a system call
	Low      float64             `json:"low"`
	High     *float64            `json:"high,omitempty"`
}

// Most is the upper end of what c says.
func (c Claim) Most() float64 {
	if c.High == nil {
		return math.Inf(1)
	}
	return *c.High
}

// Of claims that a figure lies between low and high, both included.
func Of(f Figure, low, high float64) Claim { return Claim{Figure: f, Low: low, High: &high} }

// AtLeast claims that a figure is no smaller.
func AtLeast(f Figure, low float64) Claim { return Claim{Figure: f, Low: low} }

// Items claims how long the bill's items are together, in ns.
func Items(low, high float64, items ...record.Item) Claim {
	c := Of(Bill, low, high)
	c.Items = items
	return c
}

// Blocked claims how long the goroutine waited for a reason, in ns.
func Blocked(reason string, low, high float64) Claim {
	c := Items(low, high, record.ItemBlocked)
	c.Detail = reason
	return c
}

// In returns c of another kind of interval.
func (c Claim) In(kind record.IntervalKind) Claim {
	c.Interval = kind
	return c
}

// Tell adds the answer to the file that the environment names.
func Tell(a Answer) (err error) {
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	w := os.Stderr
	if name := os.Getenv(Env); name != "" {
		if w, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666); err != nil {
			return fmt.Errorf("telling the truth: %w", err)
		}
		defer func() { err = errors.Join(err, w.Close()) }()
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// Read reads the answers that were told, in order.
func Read(r io.Reader) (all []Answer, err error) {
	for d := json.NewDecoder(bufio.NewReader(r)); ; {
		var a Answer
		switch err := d.Decode(&a); err {
		case nil:
			all = append(all, a)
		case io.EOF:
			return all, nil
		default:
			return nil, fmt.Errorf("reading the truth: %w", err)
		}
	}
}
