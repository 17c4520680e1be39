package account

import (
	"cmp"
	"fmt"
	"slices"

	"tare/internal/record"
)

// Where goroutines wait for each other by the thousands, looking into each wait takes
// several times as long as reading the trace. From so many waits in a second of it on, one
// in a few is looked into, and the others of goroutines that start with the same function,
// at the same place, are divided as the last one there was. Their lengths stay exact.
const (
	enoughWalks = 10_000 // in a second
	oneIn       = 16
	maxPatterns = 4096
	patternSize = 4 // parts, the largest
)

// pattern is how a wait was divided.
type pattern struct {
	parts []waitPart
	whole int64
}

type patternKey struct {
	group *group
	site  record.StackID
	item  record.Item
}

// patterns are those of the waits that were looked into while there were many.
type patterns struct {
	second int64 // of the trace
	walks  int   // in it
	alike  int   // waits that were divided as others, in all
	all    map[patternKey]pattern
}

// many reports whether this is one of very many waits at its time, ns, and which of these.
func (p *patterns) many(at int64) (nth int, many bool) {
	if second := at / 1e9; second != p.second {
		p.second, p.walks = second, 0
	}
	p.walks++
	return p.walks, p.walks > enoughWalks
}

// divide appends the parts of a wait of ns that is like the one of the pattern.
func (p pattern) divide(to []waitPart, ns int64) []waitPart {
	left := ns
	for i := range p.parts {
		part := p.parts[i]
		if part.ns = int64(float64(part.ns) / float64(p.whole) * float64(ns)); i == len(p.parts)-1 {
			part.ns = left
		}
		left -= part.ns
		to = append(to, part)
	}
	return to
}

// keep remembers how a wait was divided. What the largest parts leave is nobody's.
func (p *patterns) keep(key patternKey, kind waitKind, parts []waitPart) {
	if _, known := p.all[key]; !known && len(p.all) >= maxPatterns || len(parts) == 0 {
		return
	}
	all := slices.Clone(parts)
	var whole, rest int64
	for i := range all {
		whole += all[i].ns
	}
	if len(all) > patternSize {
		slices.SortStableFunc(all, func(a, b waitPart) int { return cmp.Compare(b.ns, a.ns) })
		for i := range all[patternSize:] {
			rest += all[patternSize+i].ns
		}
		all = append(slices.Clone(all[:patternSize]), newWaitPart(kind, linkKind{}, rest))
	}
	if p.all == nil {
		p.all = map[patternKey]pattern{}
	}
	p.all[key] = pattern{all, whole}
}

// doubt says what is not known of single waits, where that is so.
func (p *patterns) doubt() []string {
	if p.alike == 0 {
		return nil
	}
	return []string{fmt.Sprintf("There were more than %d waits in a second: who had to come first in %d of them is inferred from similar waits, and may be wrong for a single one.",
		enoughWalks, p.alike)}
}
