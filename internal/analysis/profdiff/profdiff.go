// Package profdiff compares CPU profiles of two variants of a benchmark, per op.
//
// A CPU profile is a random sample, of trials that differ by themselves. So each
// change comes with the noise that it has to exceed to be one. The tree of stacks
// is as it was sampled, but for its twigs.
package profdiff

import "tare/internal/record"

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
