// Package live allocates: what stays alive beside a benchmark, and what an op of
// it throws away.
package live

// Node is 1 KiB of heap, with the header that the runtime puts before it, and has a
// pointer in it, which the garbage collector has to follow.
type Node struct {
	Next *Node
	_    [1008]byte
}

// Chain returns kb KiB of heap that stay alive as long as the first node does.
func Chain(kb int) *Node {
	var first *Node
	for range kb {
		first = &Node{Next: first}
	}
	return first
}

// MB returns mb MiB of heap.
func MB(mb int) *Node { return Chain(mb << 10) }

// Garbage is what one op of the benchmarks beside a live heap throws away, in KiB.
const Garbage = 98
