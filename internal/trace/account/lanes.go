package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// lane is a thread or P.
type lane struct {
	id    int64
	name  string
	tally tally
	used  used // of a thread
}

// lanes are those of one kind, by id.
type lanes struct {
	all  event.ByID[lane]
	last *lane
}

// maxLanes is how many threads, and how many Ps, are told apart at all; a program
// may make new threads for ever.
const maxLanes = 4096

// rest is the id of what stands for all other lanes.
const rest = -1

func (l *lanes) of(id int64) *lane {
	if l.last != nil && l.last.id == id {
		return l.last
	}
	one := l.all.Get(id)
	if one == nil {
		if l.all.Len() >= maxLanes && id != rest {
			return l.of(rest)
		}
		one = &lane{id: id}
		l.all.Put(id, one)
	}
	l.last = one
	return one
}

// name is that of a lane; "" without one.
func (l *lanes) name(id int64) string {
	if one := l.all.Get(id); one != nil {
		return one.name
	}
	return ""
}

// maxLaneBills is how many threads, and how many Ps, are told one by one.
const maxLaneBills = 64

// bills are the accounts of lanes, the busiest first where they are threads.
// Those beyond the limit are put together.
func (l *lanes) bills(kind record.LaneKind) (all []record.LaneBill) {
	var order []*lane
	for _, one := range l.all.All() {
		order = append(order, one)
	}
	if kind == record.LaneThread {
		slices.SortStableFunc(order, func(a, b *lane) int { return cmp.Compare(b.tally.busy(), a.tally.busy()) })
	}
	var sum tally
	others := 0
	for _, l := range order {
		switch {
		case l.tally.sum() == 0:
		case len(all) < maxLaneBills && l.id != rest:
			all = append(all, record.LaneBill{Lane: record.Lane{Kind: kind, ID: l.id}, Name: l.name, Lanes: 1, Account: l.tally.account(nil, l.tally.sum(), 1)})
		default:
			sum.merge(&l.tally)
			others++
		}
	}
	if others > 0 {
		all = append(all, record.LaneBill{Lane: record.Lane{Kind: kind, ID: rest}, Name: "others", Lanes: others, Account: sum.account(nil, sum.sum(), 1)})
	}
	return all
}

// sum is the tally of all lanes.
func (l *lanes) sum() (all tally) {
	for _, one := range l.all.All() {
		all.merge(&one.tally)
	}
	return all
}
