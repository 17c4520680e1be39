package profdiff

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
)

// cost is the time of one function on both sides, ns per op: its own, and with
// all that it calls.
type cost struct {
	flat, cum [2]float64
	trials    [2][]float64 // flat, in each trial
}

// costs are those of functions by name.
type costs map[string]*cost

// functionsOf bills the stacks of both sides to functions: flat to the last of a
// stack, cumulative once to each, however often it calls itself.
func functionsOf(sides [2]*Side) costs {
	cs := costs{}
	for i, side := range sides {
		for k, trial := range side.trials {
			for _, s := range trial.stacks {
				cs.add(i, s.ns/float64(side.ops), s.frames)
				last := cs[s.frames[len(s.frames)-1]]
				if last.trials[i] == nil {
					last.trials[i] = make([]float64, len(side.trials))
				}
				last.trials[i][k] += s.ns / float64(trial.ops)
			}
		}
	}
	for _, c := range cs {
		for i, side := range sides {
			if c.trials[i] == nil {
				c.trials[i] = make([]float64, len(side.trials))
			}
		}
	}
	return cs
}

// add bills ns per op of a side to the functions of a stack.
func (cs costs) add(side int, ns float64, frames []string) {
	for i, name := range frames {
		c := cs[name]
		if c == nil {
			c = new(cost)
			cs[name] = c
		}
		if !slices.Contains(frames[:i], name) {
			c.cum[side] += ns
		}
		if i == len(frames)-1 {
			c.flat[side] += ns
		}
	}
}

// atLeast is how many functions are told even when all that changed of them may be
// chance: an answer that is not sure is better than none, as long as it says so.
const atLeast = 12

// changed returns the functions with time of their own, those first whose own time
// changed the most, then by name; those with a change within noise only as long as
// they are among the first.
func (cs costs) changed(sides [2]*Side, totals [2]float64) (all []record.FunctionDiff) {
	for name, c := range cs {
		if c.flat[0] == 0 && c.flat[1] == 0 {
			continue
		}
		all = append(all, record.FunctionDiff{Name: name, OldFlat: c.flat[0], NewFlat: c.flat[1], OldCum: c.cum[0], NewCum: c.cum[1],
			Noise: noise(c, sides, totals)})
	}
	size := func(f record.FunctionDiff) float64 { return math.Abs(f.NewFlat - f.OldFlat) }
	slices.SortFunc(all, func(a, b record.FunctionDiff) int {
		return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a.Name, b.Name))
	})
	kept := all[:0]
	for i, f := range all {
		if i < atLeast || f.Changed() {
			kept = append(kept, f)
		}
	}
	return kept
}
