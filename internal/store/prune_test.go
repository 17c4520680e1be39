package store

import (
	"os"
	"testing"
	"time"
)

// aged returns a store of a run for each of these ages in days; those of a negative
// age have no end.
func aged(t *testing.T, path string, days ...int) (*Store, time.Time) {
	t.Helper()
	s := open(t, path)
	now := time.Now()
	for i, d := range days {
		run := sampleRun(string(rune('a'+i)), 0, 20)
		unfinished := d < 0
		run.Started = now.AddDate(0, 0, -max(d, -d))
		run.Finished = run.Started.Add(time.Hour)
		check(t, s.Begin(t.Context(), run))
		for _, trial := range run.Trials {
			check(t, s.AddTrial(t.Context(), run.ID, trial))
		}
		if !unfinished {
			check(t, s.Finish(t.Context(), run))
		}
	}
	return s, now
}

func left(t *testing.T, s *Store) string {
	t.Helper()
	headers, err := s.List(t.Context(), Filter{})
	check(t, err)
	ids := ""
	for _, h := range headers {
		ids += h.ID
	}
	return ids
}

func TestPrune(t *testing.T) {
	for name, c := range map[string]struct {
		keep func(now time.Time) Keep
		want Pruned
		left string
	}{
		"two newest":       {func(now time.Time) Keep { return Keep{Newest: 2, Unfinished: now} }, Pruned{Deleted: 4, Kept: 2}, "ab"},
		"more than enough": {func(time.Time) Keep { return Keep{Newest: 9} }, Pruned{Kept: 6}, "abcdef"},
		"of two weeks":     {func(now time.Time) Keep { return Keep{Since: now.AddDate(0, 0, -14), Unfinished: now} }, Pruned{Deleted: 3, Kept: 3}, "abc"},
		"and under way": {func(now time.Time) Keep { return Keep{Newest: 1, Unfinished: now.AddDate(0, 0, -30)} },
			Pruned{Deleted: 3, Kept: 3, Unfinished: 2}, "abd"},
	} {
		// b and d have no end within a month; f had none either, and is too old.
		s, now := aged(t, tempPath(t), 1, -2, 10, -20, 60, -90)
		would, err := s.Prunable(t.Context(), c.keep(now))
		check(t, err)
		if (would.Records > 0) != (would.Deleted > 0) {
			t.Errorf("%s: %d bytes of %d records", name, would.Records, would.Deleted)
		}
		got, err := s.Prune(t.Context(), c.keep(now))
		check(t, err)
		if got != would {
			t.Errorf("%s: %+v is deleted, %+v was counted", name, got, would)
		}
		got.Records = 0
		if got != c.want || left(t, s) != c.left {
			t.Errorf("%s: %+v, %s is left; want %+v, %s", name, got, left(t, s), c.want, c.left)
		}
	}
}

// TestVacuum gives space back while another process has the store open.
func TestVacuum(t *testing.T) {
	path := tempPath(t)
	s, _ := aged(t, path, 1, 2, 3, 4, 5, 6, 7, 8)
	other := open(t, path)
	before, err := s.Size()
	check(t, err)
	_, err = s.Prune(t.Context(), Keep{Newest: 1})
	check(t, err)
	check(t, s.Vacuum(t.Context()))
	after, err := s.Size()
	check(t, err)
	if after > before/2 {
		t.Errorf("%d bytes before, %d after", before, after)
	}
	if run := mustLoad(t, runsOf(other, Run), "a"); len(run.Trials) != 20 {
		t.Errorf("the newest run has %d trials", len(run.Trials))
	}
}

// TestPruneBusy waits for who writes, and says so when that takes too long.
func TestPruneBusy(t *testing.T) {
	path := tempPath(t)
	s, _ := aged(t, path, 1, 2)
	other := open(t, path)
	_, err := s.db.ExecContext(t.Context(), `PRAGMA busy_timeout = 50`)
	check(t, err)
	tx, err := other.db.BeginTx(t.Context(), nil)
	check(t, err)
	_, err = s.Prune(t.Context(), Keep{Newest: 1})
	wantError(t, err, path, "delete what is older", "another process has kept it locked")
	wantError(t, s.Vacuum(t.Context()), "give space back", "another process has kept it locked")
	check(t, tx.Rollback())
	if _, err = s.Prune(t.Context(), Keep{Newest: 1}); err != nil {
		t.Error(err)
	}
}

func TestSizeOfNothing(t *testing.T) {
	s := open(t, tempPath(t))
	check(t, os.Remove(s.path))
	if _, err := s.Size(); err == nil {
		t.Error("a store that is gone has a size")
	}
}
