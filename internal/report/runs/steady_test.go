package runs

import (
	"testing"

	"tare/internal/record"
)

// TestSharedReasons checks that rows that are not steady for one reason have one note, and
// that a row with a reason of its own says by how much it missed what.
func TestSharedReasons(t *testing.T) {
	of := func(rounds int, stop record.Stop) record.Summary {
		s := summary("example.com/m", "BenchmarkX", 1, 100)
		s.Rounds, s.Stop, s.Steady, s.CV = rounds, stop, false, 0.05
		return s
	}
	run := quietRun()
	run.Summaries = []record.Summary{
		of(12, record.StopTime), of(30, record.StopRounds), run.Summaries[0], of(17, record.StopTime),
		of(0, record.StopPolluted), of(0, record.StopPolluted),
	}
	times := "2 rows not steady after 12 to 17 rounds (stopped: max time)"
	never := "2 rows without a clean round (stopped: contaminated)"
	want := []string{times, "not steady after 30 rounds: CV 5.0% > 2.1% (stopped: max rounds)", "", times, never, never}
	for i, n := range unsteady(run) {
		got := ""
		if n != nil {
			got = n.Text
		}
		if got != want[i] {
			t.Errorf("row %d: %q, want %q", i, got, want[i])
		}
	}
}
