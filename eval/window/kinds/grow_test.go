package kinds

import "testing"

// BenchmarkMapBounded fills a map until it has all 100,000 keys that there are.
func BenchmarkMapBounded(b *testing.B) {
	m := map[int]int{}
	for i := range b.N {
		m[i%100_000] += i
	}
}

// BenchmarkMapGrowing keeps a result of every op: the more ops, the larger the map.
func BenchmarkMapGrowing(b *testing.B) {
	m := map[int]byte{}
	for i := range b.N {
		op()
		m[i] = block[0]
	}
}

var results [][16]byte

// BenchmarkSliceGrowing keeps a result of every op in a slice.
func BenchmarkSliceGrowing(b *testing.B) {
	var all [][16]byte
	for range b.N {
		op()
		all = append(all, [16]byte(block[:16]))
	}
	results = all
}
