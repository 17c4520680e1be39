package account

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

var bpf = event.KernelHeader{Level: record.KernelBPF, Sure: map[record.KernelFact]record.Sure{record.FactWakeups: record.Seen}}

func readings(b *Book, tid int32, at, ran, waited int64) {
	b.Sample(&event.KernelEvent{Kind: event.KernelRan, TID: tid, Time: at, Value: ran})
	b.Sample(&event.KernelEvent{Kind: event.KernelWaited, TID: tid, Time: at, Value: waited})
}

func threadPiece(b *Book, tid, start, end int64, item record.Item) {
	b.Piece(&event.Piece{Lane: record.Lane{Kind: record.LaneThread, ID: tid}, Start: start, End: end, Item: item, Sure: record.Seen})
}

// What schedstat says is compared with the pieces between its first and last
// readings only, also of pieces that end after a reading, and of two threads that
// had one number.
func TestCheck(t *testing.T) {
	b := New(Options{Kernel: &bpf, Range: &record.Span{From: 0, To: 1}}) // whatever counts: all is checked
	threadPiece(b, 7, 0, 50, record.ItemRunning)
	readings(b, 7, 100, 1050, 500)
	threadPiece(b, 7, 50, 150, record.ItemRunning)
	readings(b, 7, 200, 1110, 500)
	threadPiece(b, 7, 150, 220, record.ItemThrottled) // 50 before the reading of 200, 20 after
	threadPiece(b, 7, 220, 260, record.ItemGC)
	threadPiece(b, 7, 260, 300, record.ItemIdle)
	readings(b, 7, 300, 1140, 570)
	threadPiece(b, 7, 300, 400, record.ItemSpinning) // after the last reading
	b.Ended(record.Lane{Kind: record.LaneThread, ID: 7})
	readings(b, 7, 500, 2000, 0) // another thread
	threadPiece(b, 7, 450, 600, record.ItemWaking)
	readings(b, 7, 600, 2000, 100)
	threadPiece(b, 8, 0, 600, record.ItemRunning) // never read
	c := b.Explain(0, 600).Check
	if c.Threads != 1 || c.Ran != 50+40 || c.Waited != 70+100 || c.StatRan.Value != 90 || c.StatWaited.Value != 170 || !c.StatRan.OK() {
		t.Errorf("%+v", c)
	}
}

// A recording of a true history agrees with its counters, whenever those are
// read; one that lost a part does not, by what it lost.
func TestCheckFindsWhatIsLost(t *testing.T) {
	items := []record.Item{record.ItemRunning, record.ItemPreempted, record.ItemIdle, record.ItemScheduler, record.ItemBlocked}
	for _, lose := range []bool{false, true} {
		r := rand.New(rand.NewPCG(1, 2))
		b := New(Options{Kernel: &bpf})
		var at, ran, waited, lost int64
		readings(b, 7, 0, 0, 0)
		for i := range 1000 {
			length, item := 1+r.Int64N(1000), items[r.IntN(len(items))]
			middle := at + r.Int64N(length)
			of := func(item record.Item, ns int64) {
				switch item {
				case record.ItemRunning, record.ItemScheduler:
					ran += ns
				case record.ItemPreempted:
					waited += ns
				}
			}
			of(item, middle-at)
			if i%7 == 0 { // in the middle of a piece
				readings(b, 7, middle, ran, waited)
			}
			of(item, at+length-middle)
			if lose && i%10 == 0 && item == record.ItemRunning {
				lost += length
			} else {
				threadPiece(b, 7, at, at+length, item)
			}
			at += length
		}
		readings(b, 7, at, ran, waited)
		c := b.Explain(0, at).Check
		if c.StatRan.Value != float64(ran) || c.Ran != ran-lost || c.Waited != waited || lose != (lost > 0) {
			t.Errorf("ran %d, waited %d, lost %d: %+v", ran, waited, lost, c)
		}
	}
}

// What cannot be checked says why, and is not zero.
func TestUnchecked(t *testing.T) {
	perf := event.KernelHeader{Level: record.KernelPerf}
	for want, b := range map[string]*Book{
		"there is no kernel recording": New(Options{}),
		"no two readings":              New(Options{Kernel: &bpf}),
	} {
		threadPiece(b, 7, 0, 50, record.ItemRunning)
		readings(b, 7, 10, 10, 0)
		if c := b.Explain(0, 50).Check; c.StatRan.OK() || c.StatWaited.OK() || !strings.Contains(c.StatRan.Why, want) || !strings.Contains(c.StatWaited.Why, want) {
			t.Errorf("%+v, want %q", c, want)
		}
	}
	b := New(Options{Kernel: &perf})
	readings(b, 7, 10, 10, 0)
	readings(b, 7, 20, 15, 5)
	if c := b.Explain(0, 50).Check; !c.StatRan.OK() || c.StatWaited.OK() || !strings.Contains(c.StatWaited.Why, "level perf") {
		t.Errorf("%+v", c)
	}
}
