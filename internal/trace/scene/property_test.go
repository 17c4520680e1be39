package scene

import (
	"math/rand/v2"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// stream makes up n pieces of some lanes: short ones mostly, some long, and all
// items. A broken stream has gaps, overlaps and pieces without length, too.
func stream(seed uint64, n int, broken bool, piece func(*event.Piece)) {
	r := rand.New(rand.NewPCG(seed, 0))
	end := map[record.Lane]int64{}
	for range n {
		lane := record.Lane{Kind: record.LaneKind(r.IntN(4)), ID: int64(r.IntN(5))}
		start := end[lane]
		if broken {
			start += int64(r.IntN(3)-1) * r.Int64N(1000)
		}
		length := r.Int64N(1 << r.IntN(20))
		if r.IntN(1000) == 0 {
			length *= 1000
		}
		p := event.Piece{Lane: lane, Start: start, End: start + length, Item: record.Item(r.IntN(int(record.Items))), G: int64(r.IntN(2)), TID: int32(r.IntN(2))}
		if p.Item == record.ItemBlocked {
			p.Detail = []string{"select", "chan receive"}[r.IntN(2)]
		}
		if length > 0 {
			end[lane] = max(end[lane], p.End)
		}
		piece(&p)
	}
}

// FuzzScene checks what is true of the scene of any stream.
func FuzzScene(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint16(3000), uint16(1<<(seed%14)), seed%3 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, n, maxPieces uint16, broken bool) {
		b := New(Options{MaxPieces: int(maxPieces)})
		total := map[record.Lane]*[record.Items]int64{}
		var pieces []event.Piece
		stream(seed, int(n), broken, func(p *event.Piece) {
			b.Piece(p)
			pieces = append(pieces, *p)
			if total[p.Lane] == nil {
				total[p.Lane] = &[record.Items]int64{}
			}
			total[p.Lane][p.Item] += p.Duration()
			if b.held > b.limit() {
				t.Fatalf("%d pieces are held", b.held)
			}
		})
		s := b.Scene()
		count := 0
		for _, l := range s.Lanes {
			count += len(l.Pieces)
			inOrder(t, s, l)
			if !broken {
				sameTime(t, s.Step, l, total[l.Lane], stalls(pieces, l.Lane, s.Step/stallShare))
			}
		}
		if most := max(b.o.MaxPieces, mostPerLane*len(s.Lanes)); count > most {
			t.Errorf("%d pieces, at most %d", count, most)
		}
	})
}

// stalls sums those of a lane that last at least so many ns, by item.
func stalls(pieces []event.Piece, lane record.Lane, least int64) (ns [record.Items]int64) {
	for _, p := range pieces {
		if p.Lane == lane && stall(p.Item) && p.Duration() >= least {
			ns[p.Item] += p.Duration()
		}
	}
	return ns
}

func inOrder(t *testing.T, s record.Scene, l record.SceneLane) {
	t.Helper()
	end := int64(0)
	for _, p := range l.Pieces {
		if p[0] < end || p[1] <= 0 || p[0]+p[1] > s.Length || int(p[3]) >= len(s.Strings) {
			t.Fatalf("%v: piece %v after %d, in %d", l.Lane, p, end, s.Length)
		}
		end = p[0] + p[1]
	}
}

// sameTime checks that the lane has all its time, each item its own while nothing
// was put together, and stalls theirs whatever happens, down to an eighth of a
// step.
func sameTime(t *testing.T, step int64, l record.SceneLane, total *[record.Items]int64, least [record.Items]int64) {
	t.Helper()
	got := sums(l)
	var all, want int64
	for item, ns := range total {
		all, want = all+got[item], want+ns
		if step == 0 && got[item] != ns {
			t.Errorf("%v: %d ns %v, want %d", l.Lane, got[item], record.Item(item), ns)
		}
		if stall(record.Item(item)) && (got[item] > ns || got[item] < least[item]) {
			t.Errorf("%v: %d ns %v, want between %d and %d", l.Lane, got[item], record.Item(item), least[item], ns)
		}
	}
	if all != want {
		t.Errorf("%v: %d ns, want %d", l.Lane, all, want)
	}
}

func BenchmarkPiece(b *testing.B) {
	var pieces []event.Piece
	stream(1, 1_000_000, false, func(p *event.Piece) { pieces = append(pieces, *p) })
	span := pieces[len(pieces)-1].End
	built := New(Options{})
	for i := 0; b.Loop(); i++ {
		p := pieces[i%len(pieces)]
		round := int64(i/len(pieces)) * 10 * span
		p.Start, p.End = p.Start+round, p.End+round
		built.Piece(&p)
	}
	b.ReportMetric(float64(built.step), "step-ns")
}
