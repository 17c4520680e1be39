// Package profiles says what stacks take time in, and what changed: it compares CPU
// profiles of two variants of a benchmark, per op, and sums up the pieces of a joined
// recording by what was done and where, for go tool pprof and for flame graphs.
//
// A CPU profile is a random sample, of trials that differ by themselves. So each
// change comes with the noise that it has to exceed to be one. The tree of stacks
// is as it was sampled, but for its twigs.
//
// In a recording, time off the CPU is measured: each piece is billed to the stack that
// it began with. Time on a CPU moves on from there, so it is shared out by the samples
// of the CPU profile that the recording holds, if there is one.
package profiles

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tare/internal/record"
)

// root names the node above all stacks.
const root = "all"

// Compare returns what changed from one side to the other. A side that was not
// sampled cannot be told from one that took no time, except by Samples.
func Compare(old, new *Side) record.ProfileDiff {
	var tree node
	sides := [2]*Side{old, new}
	for i, side := range sides {
		for _, trial := range side.trials {
			for _, s := range trial.stacks {
				tree.add(i, s.ns/float64(side.ops), s.frames)
			}
		}
	}
	d := record.ProfileDiff{
		Old: tree.ns[0], New: tree.ns[1],
		Samples: [2]int64{old.samples, new.samples},
		Root:    tree.frame(root, tree.ns),
	}
	d.Functions = functionsOf(sides).changed(sides, tree.ns)
	return d
}

// twig is the share of both sides' totals up to which a node is left out.
const twig = 0.001

// node is a function below its callers, with the time of both sides, ns per op.
type node struct {
	ns       [2]float64
	children map[string]*node
}

// add bills ns per op of a side to a stack below n.
func (n *node) add(side int, ns float64, frames []string) {
	n.ns[side] += ns
	if len(frames) == 0 {
		return
	}
	child := n.children[frames[0]]
	if child == nil {
		child = new(node)
		if n.children == nil {
			n.children = map[string]*node{}
		}
		n.children[frames[0]] = child
	}
	child.add(side, ns, frames[1:])
}

// frame returns n with its children by name, so that the layout of a picture
// does not depend on times. Twigs go into their parent's own time: total is the
// time of the whole tree.
func (n *node) frame(name string, total [2]float64) record.Frame {
	f := record.Frame{Name: name, Old: n.ns[0], New: n.ns[1]}
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		if c := n.children[name]; c.ns[0] > twig*total[0] || c.ns[1] > twig*total[1] {
			f.Children = append(f.Children, c.frame(name, total))
		}
	}
	return f
}

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
