package trial

import (
	"reflect"
	"testing"
)

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
