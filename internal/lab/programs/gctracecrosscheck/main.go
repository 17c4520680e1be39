// Gctracecrosscheck adds up one field of many records and makes one object per operation,
// with the field inside of records of a cache line each, or packed into an array of its own.
// Both allocate the same and the collector does the same for both; only the number of cache
// lines differs. What gctrace prints is read from runtime/metrics, where it has no text to
// parse.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	size   = flag.Int("bytes", 64<<20, "bytes of the records")
	packed = flag.Bool("packed", false, "add up the packed array instead of the records")
)

const (
	line  = 64
	chunk = 2048 // records of an operation
)

// record fills a cache line.
type record struct {
	value uint64
	//lint:ignore U1000 takes room alone
	rest [7]uint64
}

//lint:ignore U1000 what it is set to is thereby computed
var sink []byte

// wide adds up a field of records.
func wide(records []record) (sum uint64) {
	for i := range records {
		sum += records[i].value
	}
	return sum
}

// dense adds up the same values side by side.
func dense(values []uint64) (sum uint64) {
	for i := range values {
		sum += values[i]
	}
	return sum
}

// collector reads how many cycles there were, and their CPU time in seconds.
func collector() (cycles, cpu float64) {
	s := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/cpu/classes/gc/total:cpu-seconds"}}
	metrics.Read(s)
	return float64(s[0].Value.Uint64()), s[1].Value.Float64()
}

func main() {
	flag.Parse()
	debug.SetGCPercent(5) // a collection every few MiB, so that a short run has some
	// Both variants have both in their heaps, which are the same for the collector.
	chunks := max(1, *size/line/chunk)
	records, values := make([]record, chunks*chunk), make([]uint64, chunks*chunk)
	for i := range records {
		records[i].value, values[i] = uint64(i), uint64(i)
	}
	runtime.GC()
	var before, after runtime.MemStats
	cycles, cpu := collector()
	runtime.ReadMemStats(&before)
	n, sum, start := 0, uint64(0), time.Now()
	for ; n == 0 || time.Since(start) < *length; n++ {
		sink = make([]byte, 8192)
		if at := n % chunks * chunk; *packed {
			sum += dense(values[at : at+chunk])
		} else {
			sum += wide(records[at : at+chunk])
		}
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	cycles2, cpu2 := collector()
	runtime.KeepAlive(records)
	runtime.KeepAlive(values)
	runtime.KeepAlive(sum)
	lines := chunk
	if *packed {
		lines = chunk * 8 / line
	}
	ops := float64(n)
	fmt.Printf("BenchmarkSum %d %.1f ns/op %d lines/op %.4f mallocs/op %.6f gc-cycles/op %.1f gc-cpu-ns/op\n",
		n, float64(took)/ops, lines, float64(after.Mallocs-before.Mallocs)/ops, (cycles2-cycles)/ops, (cpu2-cpu)*1e9/ops)
}
