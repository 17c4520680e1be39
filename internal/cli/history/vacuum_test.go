package history

import (
	"strings"
	"testing"
	"time"

	"tare/internal/engine/exit"
)

func TestParseKeep(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{"1d": now.AddDate(0, 0, -1), "2w": now.AddDate(0, 0, -14), "36h": now.Add(-36 * time.Hour)} {
		if k, err := parseKeep(text, now); err != nil || !k.Since.Equal(want) || k.Newest != 0 {
			t.Errorf("%s: %+v, %v; want %v", text, k, err, want)
		}
	}
	if k, err := parseKeep("100", now); err != nil || k.Newest != 100 || !k.Since.IsZero() || !k.Unfinished.Equal(now.Add(-unfinishedFor)) {
		t.Errorf("%+v, %v", k, err)
	}
	if _, err := parseKeep("many", now); !strings.Contains(exit.Message(err), "hint: -keep=100 keeps") {
		t.Errorf("no advice: %s", exit.Message(err))
	}
}

func TestVacuum(t *testing.T) {
	path := stored(t)
	for _, c := range []struct {
		args, want, left string
	}{
		{"--vacuum --keep 2 --dry-run", "would delete 1 of 3 runs, comparisons and sweeps (", "aaaa bbbb cccc"},
		{"--vacuum", " given back: the store had ", "aaaa bbbb cccc"},
		{"--vacuum --keep 2", "deleted 1 of 3 runs, comparisons and sweeps (", "bbbb cccc"},
		{"--vacuum --keep 1d", "deleted 2 of 2 runs, comparisons and sweeps (", ""},
		{"--vacuum --keep 1d", "deleted 0 of 0 runs, comparisons and sweeps (0B of records)", ""},
	} {
		out, err := tare(t, path, strings.Fields(c.args)...)
		check(t, err)
		if !strings.Contains(out, c.want) || strings.Contains(c.args, "dry") == strings.Contains(out, "given back") {
			t.Errorf("%s: said %q; want %q", c.args, out, c.want)
		}
		list, err := tare(t, path)
		check(t, err)
		for _, id := range []string{"aaaa", "bbbb", "cccc"} {
			if strings.Contains(list, id) != strings.Contains(c.left, id) {
				t.Errorf("%s left\n%s", c.args, list)
			}
		}
		if strings.Contains(list, "-vacuum") {
			t.Errorf("a small store is called large:\n%s", list)
		}
	}
}

func TestLargeStore(t *testing.T) {
	var out strings.Builder
	check(t, advise(&out, 3<<30))
	if want := "The store has 3.000GiB: `tare history -vacuum -keep=90d` deletes what is older"; !strings.Contains(out.String(), want) {
		t.Errorf("said %q", out.String())
	}
}
