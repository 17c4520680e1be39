// Package paddedallocs makes sixteen counters in each operation, in one of the ways that
// LAYOUT names, and has allocs/op say how many allocations that takes.
package paddedallocs

import (
	"os"
	"testing"
)

type plain struct{ n uint64 }

type padded struct {
	n uint64
	_ [56]byte
}

// shards is the nearest to the published 16.2 allocations in an operation.
const shards = 16

// The counters escape to these, so that they are on the heap.
var (
	plains  [shards]*plain
	paddeds [shards]*padded
)

func BenchmarkCounters(b *testing.B) {
	b.ReportAllocs()
	makePadded()
	layout := os.Getenv("LAYOUT")
	for b.Loop() {
		switch layout {
		case "plain":
			makePlain()
		case "padded":
			makePadded()
		case "kept":
			for _, c := range paddeds {
				c.n++
			}
		default:
			b.Fatalf("LAYOUT=%q: want plain, padded or kept", layout)
		}
	}
}

func makePlain() {
	for i := range plains {
		plains[i] = new(plain)
		plains[i].n++
	}
}

func makePadded() {
	for i := range paddeds {
		paddeds[i] = new(padded)
		paddeds[i].n++
	}
}
