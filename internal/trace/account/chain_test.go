package account

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

// world has the pasts of goroutines, from lines such as
//
//	G FROM TO ITEM [woken by G]
type world map[int64]*past

var items = map[string]record.Item{"running": record.ItemRunning, "blocked": record.ItemBlocked, "throttled": record.ItemThrottled, "runnable": record.ItemRunnable}

func newWorld(t *testing.T, text string) world {
	t.Helper()
	w := world{}
	for line := range strings.Lines(text) {
		var p record.Piece
		var item string
		if n, _ := fmt.Sscanf(line, "%d %d %d %s woken by %d", &p.G, &p.Start, &p.End, &item, &p.Waker); n < 4 {
			continue
		}
		p.Item = items[item]
		p.Stack, p.WakerStack = record.StackID(p.G), record.StackID(10*p.Waker)
		if w[p.G] == nil {
			w[p.G] = &past{}
		}
		w[p.G].add(&p, &pasts{})
	}
	return w
}

func (w world) links(from, to, waker int64) (all []string) {
	wait := &record.Piece{Start: from, End: to, Item: record.ItemBlocked, Waker: waker, WakerStack: record.StackID(10 * waker)}
	walkChain(wait, func(g int64) *past { return w[g] }, func(l link) {
		all = append(all, fmt.Sprintf("%d G%d %s %d in %d", l.Depth, l.G, l.Item, l.Ns, l.Stack))
	})
	return all
}

func TestWalk(t *testing.T) {
	for name, c := range map[string]struct {
		past            string
		from, to, waker int64
		want            []string
	}{
		"no goroutine ended it": {"", 10, 20, 0, nil},
		"the holder of a lock sleeps": {`
			2 0 5 running
			2 5 90 blocked`,
			10, 100, 2, []string{"0 G2 running 10 in 20", "0 G2 blocked 80 in 2"}},
		"a chain of three": {`
			4 0 50 throttled
			3 0 10 running
			3 10 60 blocked woken by 4
			3 60 62 runnable
			2 0 30 running
			2 30 80 blocked woken by 3`,
			20, 100, 2, []string{"0 G2 running 20 in 20", "1 G3 running 18 in 30", "1 G3 runnable 2 in 3", "2 G4 running 10 in 40", "2 G4 throttled 20 in 4", "0 G2 running 10 in 2"}},
		"nothing is known of it": {"", 10, 20, 7, []string{"0 G7 unknown 10 in 70"}},
		"its past does not go back far enough": {`
			2 15 18 blocked`,
			10, 20, 2, []string{"0 G2 running 2 in 20", "0 G2 blocked 3 in 2", "0 G2 unknown 5 in 2"}},
	} {
		if got := newWorld(t, c.past).links(c.from, c.to, c.waker); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// Before a goroutine was made, who made it had to come first.
func TestWalkToCreator(t *testing.T) {
	w := newWorld(t, `
		1 0 50 running
		2 50 55 runnable
		2 55 90 running`)
	w[2].bear(1, 50)
	want := []string{"0 G2 running 10 in 20", "0 G2 running 35 in 2", "0 G2 runnable 5 in 2", "1 G1 running 30 in 1"}
	if got := w.links(20, 100, 2); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Whatever the pasts are like, the links of a wait sum to its length, and looking for
// them comes to an end.
func TestLinksSum(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		w, all := world{}, &pasts{}
		if seed%3 == 0 {
			all.held = manyPasts - r.IntN(100)
		}
		for g := int64(1); g <= 6; g++ {
			w[g] = &past{}
			at := r.Int64N(500)
			if r.IntN(2) == 0 {
				w[g].bear(1+r.Int64N(8), at)
			}
			for range r.IntN(2 * fullPast) {
				end := at + r.Int64N(20)
				w[g].add(&record.Piece{Start: at, End: end, Item: record.ItemRunning + record.Item(r.IntN(13)), Waker: r.Int64N(9)}, all)
				at = end
			}
		}
		from := r.Int64N(1000)
		to := from + r.Int64N(1000)
		var sum int64
		walkChain(&record.Piece{Start: from, End: to, Waker: 1 + r.Int64N(8)}, func(g int64) *past { return w[g] }, func(l link) {
			if l.Ns <= 0 {
				t.Fatalf("seed %d: %+v", seed, l)
			}
			sum += l.Ns
		})
		if sum != to-from {
			t.Fatalf("seed %d: links of %d ns in a wait of %d", seed, sum, to-from)
		}
	}
}

// However many goroutines there are, their pasts take a bounded memory.
func TestPastsAreBounded(t *testing.T) {
	all := &pasts{}
	pasts := make([]past, 20_000)
	for at := range int64(200) {
		for i := range pasts {
			pasts[i].add(&record.Piece{Start: at, End: at + 1, Item: record.ItemBlocked, Waker: 1}, all)
		}
	}
	if limit := manyPasts + lessPast*len(pasts); all.held > limit {
		t.Errorf("%d pieces are held, want at most %d", all.held, limit)
	}
	for i := range pasts {
		all.forget(&pasts[i])
	}
	if all.held != 0 {
		t.Errorf("%d pieces are held of nothing", all.held)
	}
}
