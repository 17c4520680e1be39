package benchpage

import (
	"fmt"
	"testing"

	"tare/internal/record"
)

func TestPrinting(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Shorten("µsec, or so", 6), "µsec…"},
		{Shorten("short", 5), "short"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestRevision(t *testing.T) {
	outside := Revision(record.Source{VCSWhy: "not a repository"})
	if outside.Value != "" || outside.Missing != "undetermined: not a repository" {
		t.Errorf("outside a repository: %+v", outside)
	}
	dirty := Revision(record.Source{Revision: "abc", Dirty: true, VCSStatus: record.Measured})
	if dirty.Value != "abc" || dirty.Flag != "dirty" {
		t.Errorf("changed files: %+v", dirty)
	}
}

func TestGapsShareTheirReason(t *testing.T) {
	got := Gaps(record.Readings{
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
