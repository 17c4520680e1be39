package trial

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestHeadTail(t *testing.T) {
	var h headTail
	total := 0
	for i := range 3000 {
		n, err := h.Write([]byte(strings.Repeat(string(rune('a'+i%26)), 997)))
		if n != 997 || err != nil {
			t.Fatal(n, err)
		}
		total += n
	}
	h.Write([]byte(strings.Repeat("x", 2*keep) + "the end"))
	total += 2*keep + 7
	out := string(h.Bytes())
	if !strings.HasPrefix(out, "aaa") || !strings.HasSuffix(out, "xthe end") || len(out) > 2*keep+100 {
		t.Errorf("%d bytes, from %q to %q", len(out), out[:10], out[len(out)-10:])
	}
	if want := total - 2*keep; !strings.Contains(out, " bytes left out") || h.skipped != int64(want) {
		t.Errorf("%d skipped, want %d", h.skipped, want)
	}
	var small headTail
	small.Write([]byte("hello"))
	if got := string(small.Bytes()); got != "hello" {
		t.Errorf("%q", got)
	}
}

func TestParseLines(t *testing.T) {
	output := "garbage\nBenchmarkX/a-b-8  \t     100\t      12.5 ns/op\t  80.0 MB/s\t 3 B/op\t 1 allocs/op\n" +
		"BenchmarkNoResult-8\nBenchmarkFake 1 2 widgets\nBenchmarkBad-8 x 1 ns/op\nBenchmarkY 1 2.0 ns/op\n"
	want := []line{
		{"BenchmarkX/a-b", 8, 100, map[string]float64{"ns/op": 12.5, "MB/s": 80, "B/op": 3, "allocs/op": 1}},
		{"BenchmarkY", 1, 1, map[string]float64{"ns/op": 2}},
	}
	if got := parseLines(output); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func FuzzParseLines(f *testing.F) {
	f.Add("BenchmarkX-8 100 12.5 ns/op 3 B/op\n")
	f.Add("BenchmarkX 1 NaN ns/op")
	f.Fuzz(func(t *testing.T, output string) {
		for _, l := range parseLines(output) {
			if l.n <= 0 || l.name == "" || l.procs < 0 {
				t.Errorf("%+v from %q", l, output)
			}
		}
	})
}

func TestDirections(t *testing.T) {
	for output, want := range map[string]map[string]int{
		"": nil,
		"goos: linux\nUnit score better=higher assume=exact\nBenchmarkX-2 \tUnit p99-ns assume=nothing better=lower\n 1 2 ns/op\n": {"score": 1, "p99-ns": -1},
		"Unit score better=maybe\nUnit better=higher\nUnits x better=lower\nA Unit x better=lower\n":                               nil,
	} {
		if got := directions(output); !maps.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%q: %v, want %v", output, got, want)
		}
	}
}

func FuzzDirections(f *testing.F) {
	f.Add("Unit x better=higher\n")
	f.Fuzz(func(t *testing.T, output string) {
		for unit, way := range directions(output) {
			if unit == "" || way*way != 1 {
				t.Errorf("%q: %q is better when %d", output, unit, way)
			}
		}
	})
}

// TestSkips reads what go1.26 prints with -test.v.
func TestSkips(t *testing.T) {
	output := "goos: linux\nBenchmarkSkips\n    s_test.go:5: needs a network\n    s_test.go:6: and time\n--- SKIP: BenchmarkSkips\n" +
		"BenchmarkSub\nBenchmarkSub/a\n    s_test.go:7: no gpu\n--- SKIP: BenchmarkSub/a-8 (0.01s)\nBenchmarkSub/b\nBenchmarkSub/b-2 \t 1 \t 785.0 ns/op\n" +
		"BenchmarkLogs\n    s_test.go:9: just so\nBenchmarkLogs-2 \t 1 \t 5 ns/op\nBenchmarkSilent\n--- SKIP: BenchmarkSilent\nPASS\n"
	want := map[string]string{"BenchmarkSkips": "needs a network; and time", "BenchmarkSub/a": "no gpu", "BenchmarkSilent": ""}
	got := map[string]string{}
	for _, f := range skips([]byte(output)) {
		got[f.Benchmark] = f.Message
		if f.Outcome != record.Skipped {
			t.Errorf("outcome %s", f.Outcome)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
