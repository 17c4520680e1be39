package main

import (
	"errors"
	"fmt"
	"strings"

	"tare/eval/explain/truth"
	"tare/internal/record"
)

// counts are the figures that are no times.
var counts = map[truth.Figure]bool{truth.Count: true, truth.Goroutines: true, truth.Stops: true, truth.Stretched: true,
	truth.GCCycles: true, truth.Wakeups: true, truth.Episodes: true, truth.Syscalls: true}

// figure looks up what tare says about what a claim is about.
func figure(c truth.Claim, e *record.Explanation, i *record.Interval) (float64, error) {
	switch c.Figure {
	case truth.Bill:
		return float64(i.Count) * items(c, i.Mean), nil
	case truth.P99:
		return barItems(c, "p99", i)
	case truth.Total:
		return float64(i.Count) * i.Mean.Total, nil
	case truth.Count:
		return float64(i.Count), nil
	case truth.Goroutines:
		return float64(i.Goroutines), nil
	case truth.Median:
		return quantile(i, 0.5)
	case truth.Quantile99:
		return quantile(i, 0.99)
	}
	return recorded(c, e)
}

// recorded looks up a figure that is about the whole recording.
func recorded(c truth.Claim, e *record.Explanation) (float64, error) {
	switch c.Figure {
	case truth.Stops:
		return float64(e.Stops.Count), nil
	case truth.StopTime:
		return float64(e.Stops.Total), nil
	case truth.WorstStop:
		if len(e.Stops.Worst) == 0 {
			return 0, errors.New("tare lists no stop-the-world")
		}
		return float64(e.Stops.Worst[0].To - e.Stops.Worst[0].From), nil
	case truth.Stretched:
		return float64(e.Stops.Stretched), nil
	case truth.GCCycles:
		return float64(e.Stops.GCCycles), nil
	case truth.Wakeups:
		return float64(e.Wakeups.Goroutines.Count), nil
	case truth.Queues:
		return float64(e.Throttle.Queues), nil
	case truth.Episodes:
		return float64(e.Throttle.Count), nil
	case truth.Syscalls:
		return calls(c.Detail, e)
	}
	return 0, fmt.Errorf("%q is no figure", c.Figure)
}

// about reports whether an entry belongs to what c is about.
func about(c truth.Claim, entry record.Entry) bool {
	for _, i := range c.Items {
		if i == entry.Item {
			return strings.Contains(strings.ToLower(entry.Detail), c.Detail)
		}
	}
	return false
}

// items adds up the entries that c is about, ns.
func items(c truth.Claim, a record.Account) (ns float64) {
	for _, entry := range a.Entries {
		if about(c, entry) {
			ns += entry.Ns
		}
	}
	return ns
}

func barItems(c truth.Claim, name string, i *record.Interval) (float64, error) {
	for _, b := range i.Bars {
		if b.Name == name {
			return items(c, b.Account), nil
		}
	}
	return 0, fmt.Errorf("the interval has no bar %s", name)
}

func quantile(i *record.Interval, p float64) (float64, error) {
	for _, q := range i.Quantiles {
		if q.P == p {
			return float64(q.Ns), nil
		}
	}
	return 0, fmt.Errorf("the interval has no %g quantile", p)
}

func calls(name string, e *record.Explanation) (float64, error) {
	for _, s := range e.Syscalls {
		if s.Name == name {
			return float64(s.Count), nil
		}
	}
	return 0, fmt.Errorf("tare counted no calls of %s", name)
}
