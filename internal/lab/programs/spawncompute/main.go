// Spawncompute does 10 000 × 10 000 multiplications: in as many goroutines as the published
// program, or in one loop. Its results are either kept, or dropped like those of programs
// that the compiler then leaves little of.
package main

import (
	"flag"
	"fmt"
	"sync"
	"time"
)

var (
	length     = flag.Duration("for", 300*time.Millisecond, "how long to measure; all of the multiplications at least once")
	goroutines = flag.Int("goroutines", 10_000, "goroutines that share the multiplications")
	drop       = flag.Bool("drop", false, "drop the results")
)

const total = 100_000_000 // multiplications

// multiply returns a product that takes all n multiplications, each of which waits for the
// one before.
func multiply(n int, x uint64) uint64 {
	for range n {
		x *= 6364136223846793005
	}
	return x
}

// ignore has the same loop, and no use for its results.
func ignore(n int, x uint64) {
	for range n {
		_ = x * 6364136223846793005
	}
}

//lint:ignore U1000 what it is set to is thereby computed
var sink []uint64

func run() {
	var done sync.WaitGroup
	results := make([]uint64, *goroutines)
	for i := range results {
		done.Go(func() {
			if *drop {
				ignore(total / *goroutines, uint64(i))
			} else {
				results[i] = multiply(total / *goroutines, uint64(i)|1)
			}
		})
	}
	done.Wait()
	sink = results
}

func main() {
	flag.Parse()
	var n int
	start := time.Now()
	for ; n == 0 || time.Since(start) < *length; n++ {
		run()
	}
	took := time.Since(start)
	fmt.Printf("BenchmarkMultiply %d %d ns/op %.4f ns/multiplication\n", n, int(took)/n, float64(took)/float64(n)/total)
}
