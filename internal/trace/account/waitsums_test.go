package account

import (
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// However many parts there are, each is found again, those that have the same hash are
// told apart, and the first ones are kept.
func TestWaitSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	group := &group{number: 1}
	for _, different := range []int{3, fewWaitParts + 1, maxWaitParts, 3 * maxWaitParts} {
		var sums, before waitSums
		want, first := map[waitPart]int64{}, []waitPart(nil)
		for range 20 * different {
			n := random.IntN(different)
			p := newWaitPart(waitKind{record.ItemBlocked, "sync", record.StackID(n % 7)}, linkKind{group: group, depth: n % 3, stack: record.StackID(n)}, 0)
			if n%5 == 0 {
				p.hash = 42
			}
			if _, known := want[p]; !known && len(first) < maxWaitParts {
				first = append(first, p)
			}
			want[p] += int64(n) + 1
			sums.add(&p, int64(n)+1)
			if random.IntN(40*different) == 0 {
				before.set(&sums)
				sums.merge(&sums)
				for k := range want {
					want[k] *= 2
				}
				before.since(&sums)
			}
		}
		if len(sums.all) != len(first) {
			t.Fatalf("%d of %d parts", len(sums.all), len(first))
		}
		for i, p := range sums.all {
			key := p
			key.ns = 0
			if key != first[i] || p.ns != want[key] {
				t.Errorf("%d of %d: %+v, want %d", i, different, p, want[key])
			}
		}
		copied := waitSums{}
		copied.set(&sums)
		copied.since(&sums)
		for _, p := range copied.all {
			if p.ns != 0 {
				t.Errorf("nothing came since: %+v", p)
			}
		}
	}
}
