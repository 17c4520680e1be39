package findings

import (
	"strconv"
	"strings"
)

// span is a range of CPUs, both ends included.
type span struct{ first, last int }

// spans parses a list of CPUs as the kernel writes it ("0-3,8"; the format %*pbl
// in Documentation/core-api/printk-formats.rst). An empty one is not ok.
func spans(list string) (all []span, ok bool) {
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 31)
		last, err2 := strconv.ParseUint(to, 10, 31)
		if err != nil || err2 != nil || last < first {
			return nil, false
		}
		all = append(all, span{int(first), int(last)})
	}
	return all, true
}

// common returns how many CPUs two lists have in common. It is not ok when
// either is none.
func common(a, b string) (n int, ok bool) {
	as, okA := spans(a)
	bs, okB := spans(b)
	for _, a := range as {
		for _, b := range bs {
			n += max(0, min(a.last, b.last)-max(a.first, b.first)+1)
		}
	}
	return n, okA && okB
}
