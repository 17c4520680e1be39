package account

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
)

// lane is a thread or P.
type lane struct {
	id    int64
	name  string
	tally tally
}

func laneOf(m map[int64]*lane, id int64) *lane {
	l := m[id]
	if l == nil {
		l = &lane{id: id}
		m[id] = l
	}
	return l
}

// maxLaneBills is how many threads, and how many Ps, are told one by one.
const maxLaneBills = 64

// bills are the accounts of lanes, the busiest first where they are threads.
// Those beyond the limit are put together.
func bills(kind record.LaneKind, m map[int64]*lane) (all []record.LaneBill) {
	order := slices.SortedFunc(maps.Values(m), func(a, b *lane) int {
		if kind == record.LaneThread {
			return cmp.Or(cmp.Compare(b.tally.busy(), a.tally.busy()), cmp.Compare(a.id, b.id))
		}
		return cmp.Compare(a.id, b.id)
	})
	var rest tally
	others := 0
	for _, l := range order {
		switch {
		case l.tally.sum() == 0:
		case len(all) < maxLaneBills:
			all = append(all, record.LaneBill{Lane: record.Lane{Kind: kind, ID: l.id}, Name: l.name, Lanes: 1, Account: l.tally.account(l.tally.sum(), 1)})
		default:
			rest.merge(&l.tally)
			others++
		}
	}
	if others > 0 {
		all = append(all, record.LaneBill{Lane: record.Lane{Kind: kind, ID: -1}, Name: "others", Lanes: others, Account: rest.account(rest.sum(), 1)})
	}
	return all
}

// sumOf is the tally of all lanes.
func sumOf(m map[int64]*lane) (all tally) {
	for _, l := range m {
		all.merge(&l.tally)
	}
	return all
}

// group is all goroutines that start with the same function.
type group struct {
	name     string
	count    int
	tally    tally
	interest bool
}

func (b *Book) group(name string) *group {
	g := b.groups[name]
	if g == nil {
		g = &group{name: name, interest: b.o.Goroutines != nil && b.o.Goroutines.MatchString(name)}
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
		if g.tally.sum() > 0 {
			all = append(all, record.GoroutineGroup{Name: g.name, Count: g.count, Account: g.tally.account(g.tally.sum(), 1), Interest: g.interest})
		}
	}
	return all
}
