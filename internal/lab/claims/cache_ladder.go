package claims

import (
	"fmt"

	"tare/internal/lab"
)

var cacheLadder = lab.Claim{
	ID:       "cache-ladder",
	Source:   "C",
	Says:     "A miss in L1, L2 and L3 adds about 1, 4 and 12 ns, and moves ns/op by 2 to 5, 8 to 15 and 25 to 60 ns.",
	Question: "What does a load take from each level of the caches, and from memory?",
	Caveat: "The figures look like the latencies of the levels themselves, as data sheets have them, and not like what the next level adds; " +
		"the last one is far below any memory. A load that misses L3 waits for memory, about 100 ns, " +
		"and one that is not waited for costs less than any of these. Steps through much memory also miss in the TLB.",
	Variants: func(h lab.Host) (all []lab.Variant) {
		for _, level := range ladder(h) {
			all = append(all, lab.Variant{Name: level.name, X: mebibytes(level.size), Args: []string{fmt.Sprintf("-size=%d", level.size)}})
		}
		return all
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			adds("what a miss in L1 adds", 1, "L2", "L1"),
			adds("what a miss in L2 adds", 4, "L3", "L2"),
			adds("what a miss in L3 adds", 12, "memory", "L3"),
		}
	},
	Picture: lab.Picture{X: "bytes stepped through", Units: []string{"ns/op"}},
}

// level is a size of memory that one level of the caches holds, and none below.
type level struct {
	name string
	size int64
}

// ladder has a level for each: all L1s have 32 KiB or more and at most 128, L2s hardly more
// than 4 MiB. A circle through more than the last cache misses there at every step, were that
// cache to drop what was used longest ago; real ones keep some of it.
func ladder(h lab.Host) []level {
	last := h.LastCache
	if last == 0 {
		last = 32 << 20
	}
	beyond := min(4*last, 256<<20)
	if h.Memory > 0 {
		beyond = min(beyond, h.Memory/8)
	}
	return []level{{"L1", 16 << 10}, {"L2", 256 << 10}, {"L3", max(last/8, min(4<<20, last/2))}, {"memory", beyond}}
}

func mebibytes(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// adds is the figure: how much longer an operation takes in one variant than in another.
func adds(name string, published float64, of, to string) lab.Figure {
	return lab.Figure{Name: name, Published: published, Unit: "ns/op", Linear: true, Of: func(v lab.Values) (float64, bool) {
		a, ok1 := v(of, "ns/op")
		b, ok2 := v(to, "ns/op")
		return a - b, ok1 && ok2
	}}
}
