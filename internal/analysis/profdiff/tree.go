package profdiff

import (
	"maps"
	"slices"

	"tare/internal/record"
)

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
