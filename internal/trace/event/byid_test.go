package event

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A table does what a map does, in order.
func TestByID(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		number := func() int64 {
			switch r.IntN(10) {
			case 0:
				return r.Int64() - r.Int64()
			case 1:
				return math.MaxInt64 - r.Int64N(100)
			case 2:
				return -r.Int64N(100)
			}
			return 5000 + r.Int64N(1000)
		}
		var table ByID[int64]
		want := map[int64]*int64{}
		for range r.IntN(2000) {
			n := number()
			if r.IntN(3) == 0 {
				table.Delete(n)
				delete(want, n)
				continue
			}
			v := new(int64)
			table.Put(n, v)
			want[n] = v
		}
		var order []int64
		for n, v := range table.All() {
			order = append(order, n)
			if want[n] != v || table.Get(n) != v {
				t.Fatalf("seed %d: %d has another value", seed, n)
			}
		}
		if !slices.Equal(order, slices.Sorted(maps.Keys(want))) || table.Len() != len(want) {
			t.Fatalf("seed %d: %d in the table, %d in the map, Len %d", seed, len(order), len(want), table.Len())
		}
		if table.Get(number()) != nil && len(want) == 0 {
			t.Fatalf("seed %d: a value in an empty table", seed)
		}
	}
}

// What is deleted takes no memory but a pointer for each 64.
func TestDelete(t *testing.T) {
	var table ByID[int64]
	for n := range int64(100_000) {
		table.Put(n, new(int64))
		table.Delete(n)
	}
	for _, p := range table.near {
		if p != nil {
			t.Fatal("a page without values")
		}
	}
}
