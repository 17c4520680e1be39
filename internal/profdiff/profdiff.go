// Package profdiff compares CPU profiles of two variants of a benchmark, per op.
//
// A CPU profile is a random sample: what was met c times could as well have been
// met √c times more or less. So only those functions are told that changed by
// more than that (record.ProfileDiff.Beyond). The tree of stacks is as it was
// sampled, but for its twigs.
package profdiff

import "tare/internal/record"

// root names the node above all stacks.
const root = "all"

// Compare returns what changed from one side to the other. A side that was not
// sampled cannot be told from one that took no time, except by Samples.
func Compare(old, new *Side) record.ProfileDiff {
	var tree node
	functions := costs{}
	for i, side := range []*Side{old, new} {
		for _, s := range side.stacks {
			perOp := s.ns / float64(side.ops)
			tree.add(i, perOp, s.frames)
			functions.add(i, perOp, s.frames)
		}
	}
	d := record.ProfileDiff{
		Old: tree.ns[0], New: tree.ns[1],
		Samples: [2]int64{old.samples, new.samples},
		Root:    tree.frame(root, tree.ns),
	}
	d.Functions = functions.changed(d)
	return d
}
