package wording

import (
	"fmt"
	"testing"

	"tare/internal/record"
	"tare/internal/report/model"
)

func TestGapsShareTheirReason(t *testing.T) {
	got := GapsOf(record.Readings{
		record.Cycles:       record.Missing(record.Unsupported, "no PMU"),
		record.Instructions: record.Missing(record.Unsupported, "no PMU"),
		record.Steal:        record.Missing(record.Denied, "no PMU"),
		record.Wall:         record.Of(1),
	})
	want := "[steal (denied: no PMU) cycles, instructions (unsupported: no PMU)]"
	if fmt.Sprint(got) != want {
		t.Errorf("gaps %+v, want %+v", got, want)
	}
}

func TestRevision(t *testing.T) {
	outside := Revision(record.Source{VCSWhy: "not a repository"})
	if outside.Value.String() != "undetermined: not a repository" || outside.Value[0].Mood != model.Missing {
		t.Errorf("outside a repository: %+v", outside)
	}
	dirty := Revision(record.Source{Revision: "abc", Dirty: true, VCSStatus: record.Measured})
	if dirty.Value.String() != "abc" || dirty.Flag != "dirty" {
		t.Errorf("changed files: %+v", dirty)
	}
}

func TestRoom(t *testing.T) {
	order := []int{2, 0, 1}
	if shown := Room(order, 1000, func(int) int { return 10 }); len(shown) != 3 {
		t.Errorf("%v of three small ones", shown)
	}
	if shown := Room(order, 10<<20, func(int) int { return minSections - 1 }); len(shown) != 1 || !shown[2] {
		t.Errorf("%v where there is hardly any room", shown)
	}
	if p := Omission(3, 3, "", "7"); len(p.Lines) != 0 {
		t.Errorf("nothing is left out: %v", p.Lines)
	}
}

func TestBeyond(t *testing.T) {
	beyond := func(v float64) int { return map[float64]int{-5: -1, 9: 1, 8: 1}[v] }
	got := Beyond("value", []float64{1, 9, -5, 8}, beyond, Ns)
	if len(got) != 2 || got[0].String() != "2 values beyond the axis, up to 9.000ns" || got[1].String() != "1 value beyond the axis, down to −5.000ns" {
		t.Errorf("%q", got)
	}
}
