package claims

import (
	"fmt"

	"tare/internal/lab"
)

var hugePages = lab.Claim{
	ID:     "hugepages",
	Source: "C",
	Says: "A walk misses the TLB at 12.7 % of its steps with pages of 4 KiB, at 0.3 % with MAP_HUGETLB and 1.1 % with madvise; " +
		"results spread by 3.2, 0.18 and 0.41 %.",
	Question: "What do huge pages save a random walk through much memory, and do they make it steadier?",
	Caveat: "A random walk through 512 MiB misses at nearly every step with pages of 4 KiB, of which a TLB holds a few thousand, not at 12.7 %; " +
		"and with huge pages it hardly misses, whoever made them, once the whole mapping has them: huge-% says how much of it has. " +
		"The misses take hardware counters, so the spread decides; the time of a step shows what the misses cost.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedHuge},
	Variants: func(h lab.Host) []lab.Variant {
		size := fmt.Sprintf("-size=%d", walked(h))
		all := []lab.Variant{
			{Name: "4 KiB", Args: []string{"-pages=small", size}},
			{Name: "madvise", Args: []string{"-pages=madvise", size}},
		}
		if h.HugePages >= walked(h) {
			all = append(all, lab.Variant{Name: "MAP_HUGETLB", Args: []string{"-pages=hugetlb", size}})
		}
		return all
	},
	Figures: func(h lab.Host) []lab.Figure {
		all := []lab.Figure{lab.Ratio("spread with madvise, times that with pages of 4 KiB", 0.41/3.2, "spread-%", "madvise", "4 KiB")}
		if h.HugePages >= walked(h) {
			all = append(all, lab.Ratio("spread with MAP_HUGETLB, times that with pages of 4 KiB", 0.18/3.2, "spread-%", "MAP_HUGETLB", "4 KiB"))
		}
		return all
	},
	Picture: lab.Picture{X: "pages", Units: []string{"ns/op", "spread-%", "huge-%"}},
}

// walked is how many bytes the walk goes through: the published 512 MiB, or less where they
// take too long to fill, or more than an eighth of the machine's memory.
func walked(h lab.Host) int64 {
	size := int64(512 << 20)
	if h.Quick {
		size = 128 << 20
	}
	for h.Memory > 0 && size > 16<<20 && size > h.Memory/8 {
		size /= 2
	}
	return size
}
