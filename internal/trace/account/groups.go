package account

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
)

// group is all goroutines that start with the same function.
type group struct {
	name     string
	number   int // of the group
	count    int // goroutines that did something in the time that counts
	tally    tally
	onP      int64 // ns of Ps
	interest bool
}

func (b *Book) group(name string) *group {
	g := b.groups[name]
	if g == nil {
		g = &group{name: name, number: len(b.groups), interest: b.o.Goroutines != nil && b.o.Goroutines.MatchString(name)}
		b.groups[name] = g
	}
	return g
}

// groupReport lists the groups, those of interest first and then by the time in
// which they did something.
func (b *Book) groupReport() (all []record.GoroutineGroup) {
	order := slices.SortedFunc(maps.Values(b.groups), func(x, y *group) int {
		interest := func(g *group) int {
			if g.interest {
				return 0
			}
			return 1
		}
		return cmp.Or(interest(x)-interest(y), cmp.Compare(y.tally.busy(), x.tally.busy()), cmp.Compare(x.name, y.name))
	})
	for _, g := range order {
		// Goroutines that were named late have left a moment without a name.
		if g.count > 0 && g.tally.sum() > 0 {
			all = append(all, record.GoroutineGroup{Name: g.name, Count: g.count, Account: g.tally.account(b, g.tally.sum(), 1), OnP: float64(g.onP), Interest: g.interest})
		}
	}
	return all
}
