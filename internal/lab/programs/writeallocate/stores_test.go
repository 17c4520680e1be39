// Package writeallocate stores into the lines of a large buffer, one after the other, in one
// of the ways that STORES names, and tells what that takes for each line. A store to a line
// that no cache has makes the CPU fetch that line, and write it back one day. So where one
// byte of a line takes as long as all 64, it is lines that move.
package writeallocate

import (
	"encoding/binary"
	"os"
	"strconv"
	"testing"
)

const line = 64

// steps are the bytes from one store to the next. "lines" stores all of a line, "near" one
// byte of each line in a buffer that is so small that the caches always have it.
var steps = map[string]int{"lines": line, "byte": line, "second": 2 * line, "near": line}

func BenchmarkStores(b *testing.B) {
	way := os.Getenv("STORES")
	step, ok := steps[way]
	size, err := strconv.Atoi(os.Getenv("SIZE"))
	if !ok || err != nil || size < passed {
		b.Fatalf("STORES=%q SIZE=%q: want lines, byte, second or near, and at least %d bytes", way, os.Getenv("SIZE"), passed)
	}
	b.ReportAllocs()
	buffer := touched(size)
	if way == "near" {
		buffer = buffer[:near]
	}
	at := 0
	for b.Loop() {
		for range passed / line {
			if way == "lines" {
				fill(buffer[at : at+line])
			} else {
				buffer[at] = 1
			}
			if at += step; at == len(buffer) {
				at = 0
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(passed/line), "ns/line")
}

// passed is how many bytes of lines an operation stores to, near how many the smallest caches
// have.
const (
	passed = 1 << 20
	near   = 16 << 10
)

func fill(to []byte) {
	for i := 0; i < line; i += 8 {
		binary.NativeEndian.PutUint64(to[i:], 1)
	}
}

var kept []byte

// touched returns a buffer whose pages are all there. It is made once, and stays.
func touched(size int) []byte {
	if kept == nil {
		kept = make([]byte, size)
		for i := 0; i < size; i += 4096 {
			kept[i] = 1
		}
	}
	return kept
}
