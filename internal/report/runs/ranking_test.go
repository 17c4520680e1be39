package runs

import (
	"testing"

	"tare/internal/record"
)

func TestRanking(t *testing.T) {
	summary := func(pkg, name string, net, lo, hi float64) record.Summary {
		e := record.Estimate{Center: net, N: 6, Lo: lo, Hi: hi}
		if hi > 0 {
			e.Confidence = 0.96
		}
		return record.Summary{Benchmark: record.Benchmark{Package: pkg, Name: "Benchmark" + name, Procs: 1}, Net: e}
	}
	all := []record.Summary{
		summary("p", "Get/lib=std/n=1", 230, 220, 240),
		summary("p", "Get/lib=fast/n=1", 100, 95, 105),
		summary("p", "Get/lib=near/n=1", 104, 100, 108),
		summary("p", "Get/lib=wild/n=1", 15000, 0, 0),
		summary("p", "Get/lib=fast/n=9", 900, 890, 910),
		summary("q", "Get/lib=std/n=9", 90, 89, 91),
		summary("p", "Alone", 1, 1, 1),
		summary("p", "Put/lib=std/n=1", 0, 0, 0),
	}
	for by, want := range map[Ranking][]string{
		"":     {"", "", "", "", "", "", "", ""},
		"lib":  {"2.30 × fast [2.10, 2.53]", "fastest", "≈ fast", "150 × fast", "", "", "", ""},
		"1":    {"2.30 × fast [2.10, 2.53]", "fastest", "≈ fast", "150 × fast", "", "", "", ""},
		ByLast: {"", "fastest", "", "", "9.00 × 1 [8.48, 9.58]", "", "", ""},
		"9":    {"", "", "", "", "", "", "", ""},
		"x":    {"", "", "", "", "", "", "", ""},
	} {
		standings := by.standings(all)
		for i, s := range all {
			got := ""
			if st, ok := standings[s.Benchmark]; ok {
				got = st.cell().Text.String()
			}
			if got != want[i] {
				t.Errorf("-rank=%s: %s: %q, want %q", by, s.Benchmark.Name, got, want[i])
			}
		}
	}
}
