// Timerprecision sleeps again and again, and tells by how much it woke up too late.
package main

import (
	"flag"
	"fmt"
	"slices"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	sleep  = flag.Duration("sleep", time.Millisecond, "how long each sleep is")
)

func main() {
	flag.Parse()
	var late []time.Duration
	for end := time.Now().Add(*length); time.Now().Before(end); {
		start := time.Now()
		time.Sleep(*sleep)
		late = append(late, time.Since(start)-*sleep)
	}
	slices.Sort(late)
	var sum time.Duration
	for _, d := range late {
		sum += d
	}
	at := func(p float64) int64 { return int64(late[int(p*float64(len(late)-1))]) }
	fmt.Printf("BenchmarkSleep %d %d ns/op %d p50-ns %d p99-ns %d max-ns\n", len(late), int64(sum)/int64(len(late)), at(0.5), at(0.99), at(1))
}
