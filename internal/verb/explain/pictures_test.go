package explain

import (
	"testing"

	"tare/internal/account"
	"tare/internal/record"
)

// Flame graphs are of the windows: pieces that only touch one are not in it.
func TestCountsPiecesOfTheWindows(t *testing.T) {
	windows := []record.Window{{Spans: []record.Span{{From: 50, To: 60}}}, {Spans: []record.Span{{From: 10, To: 20}, {From: 30, To: 40}}}}
	a := &analysis{explained: spansOf(account.Options{Windows: windows})}
	for start := range int64(70) {
		for end := start + 1; end < 70; end++ {
			want := false
			for _, w := range windows {
				for _, s := range w.Spans {
					want = want || start < s.To && end > s.From
				}
			}
			p := record.Piece{Lane: record.Lane{Kind: record.LaneThread}, Start: start, End: end}
			if got := a.counts(&p); got != want {
				t.Fatalf("%d to %d: %v", start, end, got)
			}
			if all := (&analysis{}); !all.counts(&p) {
				t.Fatalf("%d to %d is not in all of the recording", start, end)
			}
		}
	}
	a.explained = spansOf(account.Options{Windows: windows, Range: &record.Span{From: 12, To: 14}})
	if p := (record.Piece{Lane: record.Lane{Kind: record.LaneThread}, Start: 15, End: 40}); a.counts(&p) {
		t.Error("a range is not narrower than the windows")
	}
}
