package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

// TestDamagedTrial loads a run of which one trial cannot be read: the others are
// there, and it is said which is missing.
func TestDamagedTrial(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := record.Run{ID: "r", Started: time.Unix(1, 0)}
	if err := s.Begin(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	for order := range 3 {
		if err := s.AddTrial(t.Context(), "r", record.Trial{Order: order, Round: order + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.db.Exec(`UPDATE trial SET doc = substr(doc, 2) WHERE ord = 1`); err != nil {
		t.Fatal(err)
	}
	got, err := s.Load(t.Context(), "r")
	if err != nil || len(got.Trials) != 2 {
		t.Fatalf("%d trials, %v", len(got.Trials), err)
	}
	if f := got.Findings; len(f) != 1 || f[0].ID != Damaged || !strings.Contains(f[0].What, "1 of 3") || !strings.Contains(f[0].Evidence, "trial 1 ") {
		t.Errorf("%+v", f)
	}
}
