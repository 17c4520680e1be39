package explainpage

import (
	"cmp"
	"fmt"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// laneTable lists goroutines, threads or Ps with what they did.
type laneTable struct {
	Title, Key string
	Goroutines bool // lines have a count
	Lines      []laneLine
	Looks      []look   // that occur
	More       *further // for want of room; nil without any
}

// laneLine is one of them, or several of a kind.
type laneLine struct {
	Name, Total string
	Count       string
	Interest    bool
	Stack       stack
}

// newLaneTables lists what there is.
func newLaneTables(e record.Explanation) []laneTable {
	tables := []laneTable{
		{Title: "Goroutines", Key: "by the function that they start with", Goroutines: true},
		{Title: "Ps", Lines: billLines("P", e.Procs)},
		{Title: "Threads", Key: "the busiest first", Lines: billLines("thread", e.Threads)},
	}
	for _, g := range e.Groups {
		l := newLaneLine(cmp.Or(g.Name, "function not known"), g.Account)
		l.Interest, l.Count = g.Interest, wording.Grouped(int64(g.Count))
		if len(tables[0].Lines) < mostGroups || g.Interest {
			tables[0].Lines = append(tables[0].Lines, l)
			continue
		}
		tables[0].More = tables[0].More.with(l.Name, l.Count, l.Total)
	}
	if more := tables[0].More; more != nil {
		more.Title = "functions that goroutines start with"
		more.How = "-goroutine=REGEXP explains those of one"
	}
	var some []laneTable
	for _, t := range tables {
		if len(t.Lines) > 0 {
			t.Looks = occurring(t.Lines)
			some = append(some, t)
		}
	}
	return some
}

func billLines(noun string, bills []record.LaneBill) []laneLine {
	var ls []laneLine
	for _, b := range bills {
		ls = append(ls, newLaneLine(laneName(noun, b), b.Account))
	}
	return ls
}

func newLaneLine(name string, a record.Account) laneLine {
	return laneLine{Name: name, Total: wording.Ns(a.Total), Stack: newStack(a, needs(a))}
}

// laneName is "thread 4711 server.test", or "4 more threads".
func laneName(noun string, b record.LaneBill) string {
	if b.Lanes > 1 {
		return fmt.Sprintf("%d more %ss", b.Lanes, noun)
	}
	name := fmt.Sprintf("%s %d", noun, b.Lane.ID)
	if b.Name != "" && b.Name != name {
		name += " " + b.Name
	}
	return name
}

// occurring is the legend of lines, in the order of items.
func occurring(ls []laneLine) []look {
	seen := map[string]bool{}
	for _, l := range ls {
		for _, p := range l.Stack.Parts {
			seen[p.Class] = true
		}
	}
	var some []look
	for i := range record.Items + 1 {
		k := residual
		if i < record.Items {
			k = looks[i]
		}
		if seen[k.Class] {
			some = append(some, k)
		}
	}
	return some
}
