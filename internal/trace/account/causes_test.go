package account

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

// What has the greatest share comes first. What the program does by itself counts a
// third.
func TestCausesInOrder(t *testing.T) {
	e := record.Explanation{Intervals: []record.Interval{{Count: 1, Mean: record.Account{Total: 100e6, Entries: []record.Entry{
		{Item: record.ItemRunning, Ns: 60e6}, {Item: record.ItemPreempted, Detail: "stress", Ns: 9e6}, {Item: record.ItemPreempted, Detail: "sshd", Ns: 1e6},
		{Item: record.ItemAssist, Ns: 1e5}, {Item: record.ItemBlocked, Detail: "select", Ns: 29.9e6},
	}}}}}
	var got []string
	for _, c := range Causes(e) {
		got = append(got, fmt.Sprintf("%s %.2f %s", c.Item, c.Share, c.Evidence))
	}
	want := []string{"blocked 0.30 ", "running 0.60 ", "preempted 0.10 stress: 9.000ms, sshd: 1.000ms"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Sentences are about whom the interval is about.
func TestCausesInWords(t *testing.T) {
	all := []record.Entry{
		{Item: record.ItemRunning, Ns: 40e6}, {Item: record.ItemThrottled, Ns: 10e6}, {Item: record.ItemPreempted, Ns: 10e6},
		{Item: record.ItemRunnable, Detail: "while a thread that held a P was throttled", Ns: 6e6}, {Item: record.ItemRunnable, Ns: 4e6},
		{Item: record.ItemBlocked, Ns: 30e6},
	}
	quota := record.KernelSide{Groups: []record.QuotaGroup{{Quota: 50e6, Period: 100e6}}}
	for name, c := range map[string]struct {
		e    record.Explanation
		iv   record.Interval
		want []string
	}{
		"one": {
			record.Explanation{Kernel: quota, Go: record.GoSide{GOMAXPROCS: 4}}, record.Interval{Who: whoRuns, Goroutines: 1}, []string{
				"A quota of 0.5 CPUs (50.00ms per 100.0ms) kept the benchmark's goroutine from running for 10.00ms (10.0%).",
				"Other processes had the CPU for 10.00ms (10.0%) while the benchmark's goroutine held a P.",
				"The benchmark's goroutine was runnable for 10.00ms (10.0%) and had no P to run on, of which 6.000ms while a thread that held a P was throttled.",
				"The benchmark's goroutine was blocked for 30.00ms (30.0%).",
			},
		},
		"several": {record.Explanation{}, record.Interval{Who: whoWorks, Goroutines: 4}, []string{"The workers of RunParallel were runnable", "kept the workers of RunParallel from running"}},
		"Ps":      {record.Explanation{}, record.Interval{Who: whoPs}, []string{"kept Ps from running", "while threads that held a P wanted one."}},
		"threads": {record.Explanation{}, record.Interval{Who: whoThreads}, []string{"while threads wanted one.", "Threads ran on a CPU"}},
		"a task":  {record.Explanation{}, record.Interval{Who: whoTask, Goroutines: 1}, []string{"The task was blocked"}},
		"at most": {
			record.Explanation{Kernel: quota, Throttle: record.Throttling{Sure: record.Bounded, Stat: record.Of(20e6)}},
			record.Interval{Who: "the benchmark's goroutine, warm-up and all", Goroutines: 1},
			[]string{"kept the benchmark's goroutine from running for at most 20.00ms (20.0%)."},
		},
		"somebody else's work": {
			record.Explanation{Kernel: quota}, record.Interval{Who: whoRuns, Goroutines: 1, Kind: record.IntervalWindow}, []string{
				"The benchmark's goroutine was blocked for 9.000ms (9.0%) on sync.(*WaitGroup).Wait in main.run main.go:9. what had to come first: main.work running in main.work main.go:5 for 9.000ms",
				"from running for 31.00ms (31.0%). Most of that happened to goroutines that start with main.work, which had to come first.",
			},
		},
	} {
		c.iv.Count, c.iv.Mean = 1, record.Account{Total: 100e6, Entries: all}
		if name == "somebody else's work" {
			c.iv.Mean.Waits = []record.Wait{{Item: record.ItemBlocked, Reason: "sync.(*WaitGroup).Wait", Where: "main.run main.go:9", Ns: 30e6, Links: []record.Link{
				{Who: "main.work", Item: record.ItemThrottled, Ns: 21e6}, {Who: "main.work", Item: record.ItemRunning, Where: "main.work main.go:5", Ns: 9e6}}}}
		}
		c.e.Intervals = []record.Interval{c.iv}
		var text strings.Builder
		for _, cause := range Causes(c.e) {
			text.WriteString(cause.Sentence + " " + cause.Evidence + "\n")
			if cause.Share != cause.Ns/100e6 {
				t.Errorf("%s: %g of 100 ms is not %g", name, cause.Ns, cause.Share)
			}
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s: %q is not in\n%s", name, want, &text)
			}
		}
	}
}
