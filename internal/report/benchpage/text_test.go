package benchpage

import (
	"fmt"
	"math"
	"testing"

	"tare/internal/record"
	"tare/internal/report/wording"
)

func TestPrinting(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Ns(1530), "1.530µs"},
		{Ns(-1530), "−1.530µs"},
		{Ns(0), "0ns"},
		{Ns(1e-5), "1e-05ns"},
		{Ns(2.5e17), "2.5e+08s"},
		{Ns(math.NaN()), wording.None},
		{Signed(0.012, 0), "+1.2%"},
		{Signed(-0.012, 0), "−1.2%"},
		{Signed(0, 0), "±0%"},
		{Grouped(1234567), "1\u202f234\u202f567"},
		{Grouped(-123), "−123"},
		{Number(1530, "p99-ns/op"), "1.530µs"},
		{Number(2048, "B/op"), "2.000KiB"},
		{Number(14, "allocs/op"), "14"},
		{Number(1.5, "hits/op"), "1.500"},
		{Shorten("µsec, or so", 6), "µsec…"},
		{Shorten("short", 5), "short"},
		{Quote([]string{"run", "-bench", "A|B", "it's", ""}), `run -bench 'A|B' 'it'\''s' ''`},
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
