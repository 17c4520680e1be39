package kinds

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
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

// BenchmarkHash is arithmetic: nothing but the speed of the core counts.
func BenchmarkHash(b *testing.B) {
	var block [64]byte
	for range b.N {
		for i := range units {
			block[0] = byte(i)
			sum := sha256.Sum256(block[:])
			copy(block[32:], sum[:])
		}
	}
	sink += int(block[0])
}

// BenchmarkMap looks up keys of a map: its hash seed, and so the layout, is
// another one in every process.
func BenchmarkMap(b *testing.B) {
	m := map[int]int{}
	for i := range 100_000 {
		m[i*7919] = i
	}
	b.ResetTimer()
	for range b.N {
		key := 0
		for range units {
			sink += m[key*7919]
			if key += 4093; key >= 100_000 {
				key -= 100_000
			}
		}
	}
}

type node struct {
	left, right *node
}

// BenchmarkAlloc makes garbage, so that the collector runs beside it.
func BenchmarkAlloc(b *testing.B) {
	var root *node
	for range b.N {
		for i := range units {
			root = &node{left: root}
			if i%64 == 0 {
				root = nil
			}
		}
	}
	if root != nil {
		sink++
	}
}

// BenchmarkJSON decodes: branches, small allocations, reflection.
func BenchmarkJSON(b *testing.B) {
	text := []byte(`{"name":"tare","tags":["a","b"],"weight":12.5}`)
	var v struct {
		Name   string
		Tags   []string
		Weight float64
	}
	for range b.N {
		for range units {
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}
