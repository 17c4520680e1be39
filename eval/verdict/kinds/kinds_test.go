package kinds

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
)

const usual = 1000

// units of work in an op.
var units = func() int {
	text, ok := os.LookupEnv("TARE_EVAL_WORK")
	if !ok {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		fmt.Fprintf(os.Stderr, "TARE_EVAL_WORK=%q: not a positive number\n", text)
		os.Exit(2)
	}
	return n
}()

var sink int

// report says how much work was counted, one unit after the other.
func report(b *testing.B, done int) { b.ReportMetric(float64(done)/float64(b.N), "units/op") }

// BenchmarkHash is arithmetic: nothing but the speed of the core counts.
func BenchmarkHash(b *testing.B) {
	var block [64]byte
	done := 0
	for range b.N {
		done += hash(&block)
	}
	sink += int(block[0])
	report(b, done)
}

// hash does an op's units and counts them.
func hash(block *[64]byte) (done int) {
	for i := range units {
		block[0] = byte(i)
		sum := sha256.Sum256(block[:])
		copy(block[32:], sum[:])
		done++
	}
	return done
}

// BenchmarkMap looks up keys of a map: its hash seed, and so the layout, is
// another one in every process. An op goes on where the last one stopped, so
// that more units are more of the same.
func BenchmarkMap(b *testing.B) {
	m := map[int]int{}
	for i := range 100_000 {
		m[i*7919] = i
	}
	b.ResetTimer()
	key, done := 0, 0
	for range b.N {
		for range units {
			sink += m[key*7919]
			if key += 4093; key >= 100_000 {
				key -= 100_000
			}
			done++
		}
	}
	report(b, done)
}

type node struct {
	next  *node
	value int
}

// BenchmarkAlloc makes garbage, so that the collector runs beside it.
func BenchmarkAlloc(b *testing.B) {
	var root *node
	done := 0
	for range b.N {
		for range units {
			root = &node{root, done}
			if done++; done%64 == 0 {
				root = nil
			}
		}
	}
	if root != nil {
		sink += root.value
	}
	report(b, done)
}

// BenchmarkJSON decodes: branches, small allocations, reflection.
func BenchmarkJSON(b *testing.B) {
	text := []byte(`{"name":"tare","tags":["a","b"],"weight":12.5}`)
	var v struct {
		Name   string
		Tags   []string
		Weight float64
	}
	done := 0
	for range b.N {
		for range units {
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
			done++
		}
	}
	report(b, done)
}

// BenchmarkParallel is BenchmarkHash on all CPUs at once.
func BenchmarkParallel(b *testing.B) {
	var all atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		var block [64]byte
		done := 0
		for pb.Next() {
			done += hash(&block)
		}
		all.Add(int64(done))
	})
	report(b, int(all.Load()))
}
