// Package schedule decides what is measured next: the order within a round,
// when a benchmark has had enough rounds, and which trials do not count because
// of what the machine did meanwhile.
package schedule

import "math/rand/v2"

// Order returns the order in which the n members of a round take their turns: a
// permutation of 0…n−1 that depends on nothing but its arguments, so that the
// seed of a run reproduces it. Rounds are ordered independently of each other.
func Order(seed uint64, round, n int) []int {
	return rand.New(rand.NewPCG(seed, uint64(round))).Perm(n)
}
