package schedule

import (
	"fmt"
	"slices"
	"testing"
)

func TestOrderIsReproducible(t *testing.T) {
	for round := range 20 {
		order := Order(42, round, 10)
		if again := Order(42, round, 10); !slices.Equal(order, again) {
			t.Errorf("round %d: %v, then %v", round, order, again)
		}
		if members := slices.Sorted(slices.Values(order)); !slices.Equal(members, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
			t.Errorf("round %d: %v is no permutation", round, order)
		}
	}
	// Stored runs name their seed, so an order must never change.
	if got, want := fmt.Sprint(Order(42, 1, 6), Order(42, 2, 6), Order(43, 1, 6)), "[4 3 5 0 2 1] [5 3 2 1 4 0] [4 0 3 1 2 5]"; got != want {
		t.Errorf("orders are %s, were %s", got, want)
	}
	if got := Order(42, 1, 0); len(got) != 0 {
		t.Errorf("order of nothing: %v", got)
	}
}

// Neighbouring rounds have neighbouring seeds: their orders must neither favour
// anybody nor repeat each other.
func TestOrderIsFair(t *testing.T) {
	const rounds = 6000
	for _, seed := range []uint64{0, 1, 1 << 63} {
		seen := map[string]int{}
		repeated, last := 0, ""
		for round := range rounds {
			order := fmt.Sprint(Order(seed, round, 3))
			seen[order]++
			if order == last {
				repeated++
			}
			last = order
		}
		// 1000 expected of each; ±120 is more than four standard deviations.
		seen["the one before"] = repeated
		if len(seen) != 7 {
			t.Errorf("seed %d: not all of the 6 orders occur: %v", seed, seen)
		}
		for order, times := range seen {
			if times < 880 || times > 1120 {
				t.Errorf("seed %d: order %s occurs %d times in %d rounds", seed, order, times, rounds)
			}
		}
	}
}
