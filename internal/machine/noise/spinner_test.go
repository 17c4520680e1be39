package noise

import (
	"context"
	"slices"
	"testing"
	"time"
)

// spinning returns a fake machine that a spinner can use without a thread.
func spinning(jump func(cpu, n int) int64) *fake {
	return &fake{inThread: true, working: true, reads: map[int]int{}, jump: jump}
}

// TestWatchFindsGaps puts gaps between readings and expects exactly those that
// reach the threshold.
func TestWatchFindsGaps(t *testing.T) {
	jumps := map[int]int64{
		7:  5000,
		20: minGap - readCost - 1, // just too short
		21: minGap - readCost,
		22: 800_000,
		90: 3_000_000,
	}
	f := spinning(func(_, n int) int64 { return jumps[n] })
	sp := newSpinner(f, minGap, int64(time.Second))
	sp.watch(800_000 + 5000 + 2*minGap + 200*readCost)
	want := []int64{5000 + readCost, minGap, 800_000 + readCost, 3_000_000 + readCost}
	if !slices.Equal(sp.gaps, want) {
		t.Errorf("gaps %v, want %v", sp.gaps, want)
	}
	// The last gap ends the watch: 90 readings after the first, with all jumps.
	spun := int64(90 * readCost)
	for _, j := range jumps {
		spun += j
	}
	if sp.spun != spun {
		t.Errorf("spun for %d ns, want %d", sp.spun, spun)
	}
	if lost, longest := sp.lost(); lost != want[0]+want[1]+want[2]+want[3] || longest != want[3] {
		t.Errorf("lost %d ns, longest %d", lost, longest)
	}
}

// TestRunStopsWithFullBuffer checks that a spinner that has no room for another
// gap has the time up to there and no more.
func TestRunStopsWithFullBuffer(t *testing.T) {
	f := spinning(func(int, int) int64 { return 2000 })
	sp := newSpinner(f, minGap, int64(time.Hour))
	sp.run(context.Background(), int64(time.Hour))
	lost, _ := sp.lost()
	if len(sp.gaps) != maxGaps || lost != sp.spun {
		t.Errorf("%d gaps of %d ns in %d ns, want %d and all of the time", len(sp.gaps), lost, sp.spun, maxGaps)
	}
}

// TestRunNotesSpeed expects one value per slice, and none that a gap has slowed.
func TestRunNotesSpeed(t *testing.T) {
	f := spinning(every(5003, 70_000))
	sp := newSpinner(f, minGap, int64(100*time.Millisecond))
	room := cap(sp.speed)
	sp.run(context.Background(), int64(100*time.Millisecond))
	if n := len(sp.speed); n < 80 || n > 100 || cap(sp.speed) != room {
		t.Errorf("%d values, room for %d became %d", n, room, cap(sp.speed))
	}
	const want = stepCost + float64(readCost)/chainSteps
	if slices.Min(sp.speed) != want || slices.Max(sp.speed) != want {
		t.Errorf("speeds from %v to %v, want %v", slices.Min(sp.speed), slices.Max(sp.speed), want)
	}
	if len(sp.gaps) == 0 {
		t.Error("no gaps")
	}
}

// TestRunStopsWhenCancelled cancels in the middle and expects the end within a
// slice and what its chains take.
func TestRunStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	const moment = int64(30 * time.Millisecond)
	f := spinning(nil)
	f.onRead = func(now int64) {
		if now >= moment {
			cancel()
		}
	}
	sp := newSpinner(f, minGap, int64(time.Second))
	sp.run(ctx, int64(time.Second))
	if f.local < moment || f.local > moment+2*int64(slice) {
		t.Errorf("ended at %v, cancelled at %v", time.Duration(f.local), time.Duration(moment))
	}
}
