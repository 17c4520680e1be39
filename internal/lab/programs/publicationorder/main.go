// Publicationorder counts how often one goroutine sees what another one wrote in another
// order, in two tests that are known by these names:
//
//	message passing: write data, then flag | read flag, then data: the flag, but old data?
//	store buffering: write x, read y       | write y, read x:      neither write seen?
//
// The flag is atomic and the data plain, or both are plain. Store buffering is the control: an
// amd64 CPU may let a load overtake a store, so with plain variables the test has to see that,
// and with atomic ones it must not. The plain variables are data races on purpose.
package main

import (
	"flag"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	test   = flag.String("test", "publish", "publish, publish-plain, buffer or buffer-plain")
)

// tests return how many trials there were, and how many of them were out of order.
var tests = map[string]func() (trials, seen int){
	"publish":       func() (int, int) { return pass(publish, observe) },
	"publish-plain": func() (int, int) { return pass(publishPlain, observePlain) },
	"buffer":        func() (int, int) { return buffer(swap) },
	"buffer-plain":  func() (int, int) { return buffer(swapPlain) },
}

var (
	start time.Time
	stop  atomic.Bool // ends the other goroutine
)

// least is how many trials there should be. Both goroutines have to run for one, so a busy
// machine may get up to a second more.
const least = 10_000

func over(trials int) bool {
	took := time.Since(start)
	return took >= *length && (trials >= least || took >= *length+time.Second)
}

func main() {
	flag.Parse()
	run, ok := tests[*test]
	if !ok {
		fmt.Fprintf(os.Stderr, "-test=%s: want publish, publish-plain, buffer or buffer-plain\n", *test)
		os.Exit(2)
	}
	start = time.Now()
	trials, seen := run()
	took := time.Since(start)
	if trials == 0 {
		fmt.Fprintln(os.Stderr, "the goroutines never ran at the same time: the machine is too busy, or has too few CPUs")
		os.Exit(1)
	}
	fmt.Printf("BenchmarkTrial %d %.4g ns/op %d trials %d out-of-order\n", trials, float64(took.Nanoseconds())/float64(trials), trials, seen)
}
