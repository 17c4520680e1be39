package benchfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const divided = `goos: linux
pkg: example.com/m
BenchmarkGet/lib=std/n=1-2 100 230 ns/op 8 B/op
BenchmarkGet/lib=fast/n=1-2 100 100 ns/op 8 B/op
BenchmarkGet/lib=std/n=1-2 100 231 ns/op 8 B/op
BenchmarkOther-2 100 5 ns/op
pkg: example.com/n
goos: plan9
BenchmarkGet/lib=fast/n=1-2 100 90 ns/op
BenchmarkGet/lib=fast/n=1-2 100 nonsense
`

// described is "value: package.name-procs unit values; …" of each column.
func described(all []Column) string {
	var lines []string
	for _, c := range all {
		var series []string
		for _, s := range c.Series {
			for _, u := range s.Units {
				series = append(series, fmt.Sprintf("%s.%s-%d %v %s", s.Benchmark.Package, s.Benchmark.Name, s.Benchmark.Procs, s.Values[u], u))
			}
		}
		lines = append(lines, c.Value+": "+strings.Join(series, "; "))
	}
	return strings.Join(lines, "\n")
}

func TestColumns(t *testing.T) {
	const m, n = "example.com/m.", "example.com/n."
	for _, c := range []struct{ filter, col, row, want string }{
		{".unit:B/op", "", "", ": " + m + "BenchmarkGet/lib=std/n=1-2 [8 8] B/op; " + m + "BenchmarkGet/lib=fast/n=1-2 [8] B/op"},
		{"goos:plan9 .unit:ns/op", "", "", ": " + n + "BenchmarkGet/lib=fast/n=1-2 [90] ns/op"},
		{".unit:ns/op -goos:plan9", "/lib", "", "std: " + m + "BenchmarkGet/n=1-2 [230 231] ns/op\nfast: " + m + "BenchmarkGet/n=1-2 [100] ns/op\n: " + m + "BenchmarkOther-2 [5] ns/op"},
		{".unit:ns/op", "/lib@(fast std)", "", "fast: " + m + "BenchmarkGet/n=1-2 [100] ns/op; " + n + "BenchmarkGet/n=1-2 [90] ns/op\nstd: " + m + "BenchmarkGet/n=1-2 [230 231] ns/op"},
		{"/lib:fast .unit:ns/op", "pkg", "", "example.com/m: .BenchmarkGet/lib=fast/n=1-2 [100] ns/op\nexample.com/n: .BenchmarkGet/lib=fast/n=1-2 [90] ns/op"},
	} {
		q, err := ParseQuery(c.filter, c.col, c.row)
		if err != nil {
			t.Fatal(err)
		}
		all, err := q.Columns(strings.NewReader(divided))
		if got := described(all); got != c.want || err != nil {
			t.Errorf("-filter=%q -col=%q: %v\n%s\nwant\n%s", c.filter, c.col, err, got, c.want)
		}
		if err == nil && len(all[0].Problems) != 1 {
			t.Errorf("problems %q", all[0].Problems)
		}
	}
}

func TestColumnsOfNothing(t *testing.T) {
	q, err := ParseQuery("goos:beos", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Columns(strings.NewReader(divided)); !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), "it has 5 results") {
		t.Error(err)
	}
	if _, err := q.Columns(strings.NewReader("")); err == nil || errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

func TestParseQuery(t *testing.T) {
	for _, c := range []struct{ filter, col, row, want string }{
		{"goos", "", "", "-filter: "},
		{"", "goos@sideways", "", "-col: "},
		{"", "/lib", "goos@sideways", "-row: "},
		{"", "", "", ""},
	} {
		_, err := ParseQuery(c.filter, c.col, c.row)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("-filter=%q -col=%q: %v", c.filter, c.col, err)
		}
	}
}

// sized has two sizes of each, and a benchmark with neither.
const sized = `pkg: example.com/m
BenchmarkGet/lib=std/n=9-2 100 900 ns/op
BenchmarkGet/lib=fast/n=9-2 100 90 ns/op
BenchmarkGet/lib=std/n=1-2 100 100 ns/op
BenchmarkGet/lib=fast/n=1-2 100 10 ns/op
BenchmarkOther-2 100 5 ns/op
`

func TestRows(t *testing.T) {
	for _, c := range []struct{ row, want, err string }{
		{"/n", "std: example.com/m.9-1 [900] ns/op; example.com/m.1-1 [100] ns/op\nfast: example.com/m.9-1 [90] ns/op; example.com/m.1-1 [10] ns/op", ""},
		{"/n@num", "std: example.com/m.1-1 [100] ns/op; example.com/m.9-1 [900] ns/op\nfast: example.com/m.1-1 [10] ns/op; example.com/m.9-1 [90] ns/op", ""},
		{".name,/n@(1)", "std: example.com/m.Get 1-1 [100] ns/op\nfast: example.com/m.Get 1-1 [10] ns/op", ""},
		{".name", "", `-row puts different benchmarks into one row: "Get"`},
	} {
		q, err := ParseQuery("", "/lib", c.row)
		if err != nil {
			t.Fatal(err)
		}
		all, err := q.Columns(strings.NewReader(sized))
		if got := described(all); got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("-row=%q: %v\n%s\nwant\n%s", c.row, err, got, c.want)
		}
	}
}
