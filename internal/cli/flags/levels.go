package flags

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// dimension is a setting that a sweep can vary.
type dimension struct {
	key, usage string
	between    string // what separates levels that are typed together
	most       string // the word for as much as there is; empty without one
	whole      bool   // levels are whole numbers, and there are ranges of them
	given      bool   // as record.Factor has it
	variable   string // of the environment, by which the program gets it; empty without one
	extent     func(level string) extent
}

// extent is how much a level lets the program have. Levels of the same extent are the same.
type extent struct {
	amount, per float64
	name        string // tells apart what has no amount, or the same
}

// compare puts extents in order.
func (s extent) compare(t extent) int {
	return cmp.Or(cmp.Compare(s.amount, t.amount), cmp.Compare(s.per, t.per))
}

// dimensions are the settings other than variables of the environment.
var dimensions = []dimension{
	{key: "gomaxprocs", usage: "GOMAXPROCS: a `list` such as 1..4,8, or 1..64*2 for 1, 2, 4, …, 64", between: ",", whole: true, variable: "GOMAXPROCS", extent: ofNumber},
	{key: "gogc", usage: "GOGC: a `list` of percentages, such as 50,100,off", between: ",", most: "off", whole: true, variable: "GOGC", extent: ofNumber},
	{key: "gomemlimit", usage: "GOMEMLIMIT: a `list` of sizes, such as 64MiB,1GiB,off", between: ",", most: "off", variable: "GOMEMLIMIT", extent: ofBytes},
	{key: "quota", usage: "CPU quota of the cell: a `list` such as 50%,1.5,none", between: ",", most: "none", given: true, extent: ofQuota},
	{key: "cpus", usage: "CPUs to run on: `sets` such as 0/0-1/0,2", between: "/", given: true, extent: ofCPUs},
	{key: "memory", usage: "memory limit of the cell: a `list` of sizes, such as 512MiB,none", between: ",", most: "none", given: true, extent: ofBytes},
	{key: "weight", usage: "CPU weight of the cell, 1 to 10000, where others have 100: a `list`", between: ",", whole: true, given: true, extent: ofNumber},
}

// The extents of levels that were checked before.

func ofNumber(level string) extent {
	n, _ := strconv.ParseFloat(level, 64)
	return extent{amount: n}
}

func ofBytes(level string) extent {
	n, _ := Bytes("", level)
	return extent{amount: float64(n)}
}

func ofQuota(level string) extent {
	cpus, period, _ := Quota(level)
	return extent{amount: cpus, per: period.Seconds()}
}

func ofCPUs(level string) extent {
	cpus, _ := sysfs.ParseList(level)
	return extent{amount: float64(len(cpus)), name: sysfs.FormatList(cpus)}
}

func ofText(level string) extent { return extent{name: level} }

// extentOf is that of any level.
func (d dimension) extentOf(level string) extent {
	switch {
	case level == d.most && level != "", level == record.Unset && d.most == "none": // no limit is no limit
		return extent{amount: math.Inf(1)}
	case level == record.Unset:
		return extent{amount: -1, name: level}
	}
	return d.extent(level)
}

// check returns a usage error for a level that the setting cannot have.
func (d dimension) check(level string) error {
	if level == record.Unset || level == d.most {
		return nil
	}
	if d.key == "cpus" {
		if _, err := sysfs.ParseList(level); err != nil {
			return exit.Errorf(exit.Usage, "write sets of CPUs such as 0/0-1/0,2", "-cpus %q: %w", level, err)
		}
	}
	c := Conditions{Box: Cell{ASLR: "on"}}
	err := c.Apply(Setting{d.key, level})
	if err == nil {
		_, _, err = c.Box.Resolve()
	}
	return err
}

// mostLevels is how many levels one range may have: far more than a sweep has points.
const mostLevels = 1000

// expand returns the levels that are typed together.
func (d dimension) expand(typed string) (levels []string, err error) {
	for piece := range strings.SplitSeq(typed, d.between) {
		piece = strings.TrimSpace(piece)
		low, high, ranged := strings.Cut(piece, "..")
		switch {
		case piece == "" && d.key != "env":
			return nil, exit.Errorf(exit.Usage, d.example(), "-%s %q: a level is empty", d.key, typed)
		case ranged && d.key != "env" && !d.whole:
			return nil, exit.Errorf(exit.Usage, d.example(), "-%s %q: only whole numbers have ranges", d.key, typed)
		case ranged && d.whole:
			within, err := span(low, high)
			if err != nil {
				return nil, exit.Errorf(exit.Usage, "write 1..8 for every number, or 1..64*2 to double from one to the next", "-%s %q: %w", d.key, piece, err)
			}
			levels = append(levels, within...)
		default:
			levels = append(levels, piece)
		}
	}
	return levels, nil
}

// example says how levels are written.
func (d dimension) example() string {
	_, list, _ := strings.Cut(d.usage, ": ")
	return "write " + strings.NewReplacer("`", "").Replace(list)
}

// errSpan says what is wrong with a range.
type errSpan string

// Error implements error.
func (e errSpan) Error() string { return string(e) }

// span returns the numbers of a range: each from low to high, or, when high is followed
// by *k, each k times the one before.
func span(low, high string) (levels []string, err error) {
	high, factor, times := strings.Cut(high, "*")
	from, err1 := strconv.ParseInt(low, 10, 32)
	to, err2 := strconv.ParseInt(high, 10, 32)
	by := int64(1)
	var err3 error
	if times {
		by, err3 = strconv.ParseInt(factor, 10, 32)
	}
	switch {
	case err1 != nil || err2 != nil || err3 != nil:
		return nil, errSpan("not a range of whole numbers")
	case from > to:
		return nil, errSpan("the range is empty")
	case times && (by < 2 || from < 1):
		return nil, errSpan("multiplying by less than 2, or from less than 1, leads nowhere")
	case !times && to-from >= mostLevels:
		return nil, errSpan("so many levels are more than a sweep can have")
	}
	for n := from; n <= to; {
		levels = append(levels, strconv.FormatInt(n, 10))
		if times {
			n *= by
		} else {
			n++
		}
	}
	return levels, nil
}

// ranks returns the places of levels in the order of their extents, as record.Factor has
// them: nil where there is no order.
func (d dimension) ranks(levels []string) []int {
	if d.key == "env" {
		return nil
	}
	var order []extent
	for _, level := range levels {
		if level != record.Unset {
			order = append(order, d.extentOf(level))
		}
	}
	slices.SortFunc(order, extent.compare)
	order = slices.CompactFunc(order, func(a, b extent) bool { return a.compare(b) == 0 })
	ranks := make([]int, len(levels))
	for i, level := range levels {
		ranks[i] = -1
		if level != record.Unset {
			ranks[i], _ = slices.BinarySearchFunc(order, d.extentOf(level), extent.compare)
		}
	}
	return ranks
}
