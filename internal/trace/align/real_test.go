package align

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/gotrace"
)

// In traces of all versions of Go, what runs does so on its P and on its thread,
// and there is nothing of which nothing is known.
func TestRealTraces(t *testing.T) {
	files, _ := filepath.Glob("../gotrace/testdata/*.trace.gz")
	if len(files) < 6 {
		t.Fatal(files)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := gotrace.NewReader(z)
		if err != nil {
			t.Fatal(err)
		}
		k := newKeeper(t)
		if result := Join(r, nil, nil, k); result.GoError != nil {
			t.Error(result.GoError)
		}
		var sums [record.LaneProc + 1][record.Items]int64
		for lane, pieces := range k.bill {
			for _, p := range pieces {
				sums[lane.Kind][p.Item] += p.End - p.Start
			}
		}
		for _, item := range []record.Item{record.ItemRunning, record.ItemAssist, record.ItemGC} {
			g, m, p := sums[record.LaneGoroutine][item], sums[record.LaneThread][item], sums[record.LaneProc][item]
			if g != m || g != p || g == 0 && item != record.ItemAssist {
				t.Errorf("%s: goroutines spent %d ns with %s, threads %d, Ps %d", filepath.Base(name), g, item, m, p)
			}
		}
		if sums[record.LaneGoroutine][record.ItemUnknown]+sums[record.LaneProc][record.ItemUnknown] != 0 {
			t.Errorf("%s: of %d ns nothing is known", filepath.Base(name), sums[record.LaneGoroutine][record.ItemUnknown])
		}
	}
}
