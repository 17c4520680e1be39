package claims

import (
	"fmt"

	"tare/internal/lab"
)

var allocSpaceCache = lab.Claim{
	ID:       "alloc-space-cache",
	Source:   "C",
	Says:     "Whether the last-level cache is inclusive or exclusive changes alloc_space by 5 to 12 %.",
	Question: "Does alloc_space of the heap profile depend on what the caches hold, and how exact is it?",
	Caveat: "alloc_space adds up the sizes that the allocator returned, which no cache takes part in. But the profile is a sample of one object in 512 KiB: " +
		"by chance alone, two profiles of the same 60 MB differ by about a tenth. A cache cannot be switched from inclusive to exclusive, " +
		"so what differs here is what it holds: the objects, or another buffer.",
	Variants: func(h lab.Host) []lab.Variant {
		// Twice the last cache is enough to empty it; more than 128 MiB take too long to make.
		buffer := min(max(2*h.LastCache, 64<<20), 128<<20)
		warm := []string{"-buffer=4096", "-stride=4096"}
		cold := []string{fmt.Sprintf("-buffer=%d", buffer)}
		all := func(args []string) []string { return append([]string{"-rate=1"}, args...) }
		return []lab.Variant{
			{Name: "warm", X: "warm", Line: "every object", Args: all(warm)},
			{Name: "cold", X: "cold", Line: "every object", Args: all(cold)},
			{Name: "warm, sampled", X: "warm", Line: "one in 512 KiB", Args: warm},
			{Name: "cold, sampled", X: "cold", Line: "one in 512 KiB", Args: cold},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{{Name: "change of alloc_space from warm to cold caches, every object counted, of what was allocated",
			Unit: "%", Published: 8.5, Linear: true, Of: func(v lab.Values) (float64, bool) {
				cold, ok1 := v("cold", "off-%")
				warm, ok2 := v("warm", "off-%")
				return cold - warm, ok1 && ok2
			}}}
	},
	Picture: lab.Picture{X: "caches", Units: []string{"alloc_space-B/op", "allocated-B/op", "off-%", "ns/op"}},
}
