package claims

import (
	"fmt"

	"tare/internal/lab"
)

var writeAllocate = lab.Claim{
	ID:       "write-allocate",
	Source:   "C",
	Says:     "A store of 1 byte to a line that no cache has moves 64 bytes, of which B/op shows nothing.",
	Question: "How many bytes does a store of one byte move, judged by its time?",
	Caveat: "The 64 bytes are fetched, and later written back, so 128 move. B/op counts what is allocated, and is not meant to show them. " +
		"Without hardware counters the bytes are a model: what storing one byte of each line takes, beside storing all 64.",
	Bench: "BenchmarkStores",
	Variants: func(h lab.Host) []lab.Variant {
		size := fmt.Sprintf("SIZE=%d", stored(h))
		all := []lab.Variant{
			{Name: "64 bytes of each line", Env: []string{"STORES=lines", size}},
			{Name: "1 byte of each line", Env: []string{"STORES=byte", size}},
		}
		if !h.Quick {
			all = append(all, lab.Variant{Name: "1 byte of every second", Env: []string{"STORES=second", size}},
				lab.Variant{Name: "1 byte, line in L1", Env: []string{"STORES=near", size}})
		}
		return all
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			{Name: "bytes that a store of 1 byte moves, by its time", Published: 64, Null: 1, Unit: "B", Of: func(v lab.Values) (float64, bool) {
				one, ok1 := v("1 byte of each line", "ns/line")
				all, ok2 := v("64 bytes of each line", "ns/line")
				return 64 * one / all, ok1 && ok2 && one > 0 && all > 0
			}},
			// An operation stores to a mebibyte of lines.
			{Name: "B/op of stores to 1 MiB of lines", Null: 1 << 20, Unit: "B/op", Linear: true, Of: func(v lab.Values) (float64, bool) {
				return v("1 byte of each line", "B/op")
			}},
		}
	},
	Picture: lab.Picture{X: "what is stored", Units: []string{"ns/line", "B/op"}},
}

// stored is how many bytes of memory the stores go through, a multiple of a mebibyte: more
// than the last cache has, but no more than an eighth of the machine's memory.
func stored(h lab.Host) int64 {
	size := min(h.LastCache+64<<20, 256<<20)
	if h.Memory > 0 {
		size = min(size, h.Memory/8)
	}
	return size &^ (1<<20 - 1)
}
