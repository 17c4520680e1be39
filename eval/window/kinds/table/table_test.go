package table

import (
	"testing"
	"time"
)

var table = make([]uint64, 50<<20/8)

func init() {
	x := uint64(1)
	for i := range table {
		x = x*6364136223846793005 + 1442695040888963407
		table[i] = x
	}
	for start := time.Now(); time.Since(start) < 20*time.Millisecond; {
	}
}

var found uint64

func BenchmarkLookUp(b *testing.B) {
	for i := range b.N {
		found += table[i*2654435761%len(table)]
	}
}
