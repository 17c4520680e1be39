package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/test/golden"
)

var usual = fileOptions{ComparisonPlan: record.ComparisonPlan{Margin: 0.02, Alpha: 0.05, Metric: "auto", Bench: "."}}

// sidesOf writes the texts to files and opens them as old.txt, new.txt, new2.txt.
func sidesOf(t *testing.T, texts ...string) []results {
	t.Helper()
	var sides []results
	for i, text := range texts {
		v := record.Variant{Name: []string{"old", "new", "new2"}[i], Role: record.Contender}
		if i == 0 {
			v.Role = record.Base
		}
		v.Side = v.Name + ".txt"
		path := filepath.Join(t.TempDir(), v.Side)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := openResults(context.Background(), v, path)
		if err != nil {
			t.Fatal(err)
		}
		sides = append(sides, r)
	}
	return sides
}

// lines are results of one benchmark in one unit, below a line that names a CPU.
func lines(name, unit string, values ...float64) string {
	var b strings.Builder
	b.WriteString("cpu: A\n")
	for _, v := range values {
		fmt.Fprintf(&b, "%s 100 %v %s\n", name, v, unit)
	}
	return b.String()
}

func TestFileVerdicts(t *testing.T) {
	old := []float64{100, 103, 101, 99, 102, 98}
	times := func(f float64) []float64 {
		moved := slices.Clone(old)
		for i := range moved {
			moved[i] = moved[i]*f + 0.01*float64(i%3)
		}
		return moved
	}
	steady := []float64{1000, 1001, 1002, 1003, 1004, 1005}
	for _, c := range []struct {
		name, unit string
		old, new   []float64
		want       record.Verdict
		why        string
		more       bool
	}{
		{"slower", "ns/op", old, times(1.2), record.Slower, "", false},
		{"faster", "ns/op", old, times(0.8), record.Faster, "", false},
		{"more of a rate", "MB/s", old, times(1.2), record.Faster, "", false},
		{"less of a rate", "reqs/s", old, times(0.8), record.Slower, "", false},
		{"the same", "ns/op", steady, steady, record.Equivalent, "", false},
		{"significant, within the margin", "ns/op", steady, []float64{1010, 1011, 1012, 1013, 1014, 1015}, record.Equivalent, "", false},
		{"slower, within the margin", "ns/op", steady, []float64{1002, 1008, 1014, 1020, 1026, 1032}, record.Slower, "", false},
		{"noisy", "ns/op", old, times(1.01), record.Inconclusive, "", true},
		{"three values", "ns/op", old[:3], times(2)[:3], record.Inconclusive, "3 and 3 values are too few to tell anything in 1 comparison at 5%: at least 4 of each side", true},
		{"none allocates", "allocs/op", make([]float64, 6), make([]float64, 6), record.Equivalent, "no ratio", false},
		{"one allocates", "allocs/op", make([]float64, 6), []float64{1, 1, 1, 1, 1, 1}, record.Slower, "no ratio", false},
		{"some allocate", "allocs/op", make([]float64, 6), []float64{0, 1, 0, 1, 0, 0}, record.Inconclusive, "no ratio", false},
	} {
		sides := sidesOf(t, lines("BenchmarkX", c.unit, c.old...), lines("BenchmarkX", c.unit, c.new...))
		got, err := compareFiles(sides, usual)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		change := got.Benchmarks[0].Changes[0]
		if change.Verdict != c.want || change.Within != (c.name == "slower, within the margin") || c.why == "" && change.Why != "" || !strings.Contains(change.Why, c.why) || (change.More > 0) != c.more {
			t.Errorf("%s: %s, %q, %d more; want %s, %q", c.name, change.Verdict, change.Why, change.More, c.want, c.why)
		}
	}
}

// Ten values on each side tell 10 benchmarks apart, five do not, and say so.
func TestFileVerdictsTogether(t *testing.T) {
	for _, c := range []struct {
		values int
		want   record.Verdict
		why    string
	}{
		{10, record.Slower, ""},
		{5, record.Inconclusive, "5 and 5 values are too few to tell anything in 10 comparisons at 5%: at least 6"},
	} {
		var old, new strings.Builder
		for b := range 10 {
			for i := range c.values {
				fmt.Fprintf(&old, "BenchmarkX%d 1 %d ns/op\n", b, 100+i)
				fmt.Fprintf(&new, "BenchmarkX%d 1 %d ns/op\n", b, 200+i)
			}
		}
		got, err := compareFiles(sidesOf(t, old.String(), new.String()), usual)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range got.Benchmarks {
			if change := b.Changes[0]; change.Verdict != c.want || !strings.HasPrefix(change.Why, c.why) {
				t.Errorf("%d values: %s, %q", c.values, change.Verdict, change.Why)
			}
		}
	}
}

func TestFileMatching(t *testing.T) {
	one := func(lines ...string) string { return strings.Join(lines, " 1 1 ns/op\n") + " 1 1 ns/op\n" }
	const p, q = "pkg: p\n", "pkg: q\n"
	for _, c := range []struct {
		name             string
		bench            string
		texts            []string
		matched, missing string
	}{
		{"packages and GOMAXPROCS", ".", []string{p + one("BenchmarkA", "BenchmarkA-2") + q + one("BenchmarkA"), q + one("BenchmarkA", "BenchmarkB") + p + one("BenchmarkA-2")},
			"p.BenchmarkA-2 q.BenchmarkA-1", "p.BenchmarkA-1[1] q.BenchmarkB-1[0]"},
		{"the old side lacks packages", ".", []string{one("BenchmarkA", "BenchmarkB"), p + one("BenchmarkA", "BenchmarkB") + q + one("BenchmarkB")},
			"p.BenchmarkA-1", ".BenchmarkB-1[1] p.BenchmarkB-1[0] q.BenchmarkB-1[0]"},
		{"the new sides lack packages", ".", []string{p + one("BenchmarkA"), one("BenchmarkA"), one("BenchmarkA", "BenchmarkB")},
			"p.BenchmarkA-1", ".BenchmarkB-1[0 1]"},
		{"packages that one side hides", ".", []string{one("BenchmarkA"), p + one("BenchmarkA"), q + one("BenchmarkA")},
			"", ""},
		{"-bench", "A|C/^x$", []string{one("BenchmarkA", "BenchmarkA/x", "BenchmarkA/xx", "BenchmarkC/x/y", "BenchmarkD/x"), one("BenchmarkA", "BenchmarkA/x", "BenchmarkC/x/y", "BenchmarkD/x")},
			"BenchmarkA-1 .BenchmarkA/x-1 .BenchmarkC/x/y-1", ".BenchmarkA/xx-1[1]"},
	} {
		o := usual
		o.Bench = c.bench
		got, err := compareFiles(sidesOf(t, c.texts...), o)
		var matched, missing []string
		for _, b := range got.Benchmarks {
			matched = append(matched, id(b.Benchmark))
		}
		for _, u := range got.Unmatched {
			missing = append(missing, id(u.Benchmark)+fmt.Sprint(u.Missing))
		}
		if c.matched == "" {
			if exit.Status(err) != exit.Usage {
				t.Errorf("%s: %v, matched %s", c.name, err, matched)
			}
			continue
		}
		if m, u := strings.Join(matched, " "), strings.Join(missing, " "); err != nil || strings.TrimPrefix(m, ".") != c.matched || u != c.missing {
			t.Errorf("%s: %v\nmatched %s\nmissing %s", c.name, err, m, u)
		}
	}
}

func id(b record.Benchmark) string { return fmt.Sprintf("%s.%s-%d", b.Package, b.Name, b.Procs) }

func TestFileMetric(t *testing.T) {
	for _, c := range []struct{ metric, old, new, want, why string }{
		{"auto", "9 ns/op 8 net-ns/op", "7 net-ns/op 9 ns/op", "net-ns/op", ""},
		{"auto", "9 ns/op 8 net-ns/op", "9 ns/op", "ns/op", "not every side has net time"},
		{"auto", "9 MB/s 8 x/op", "8 x/op", "x/op", "it is the first unit that all sides have"},
		{"x/op", "9 ns/op 8 x/op", "9 ns/op 8 x/op", "x/op", "asked for by -metric; slower means more of it"},
		{"x/op", "9 ns/op 8 x/op", "9 ns/op", "", ""},
		{"auto", "9 y/op", "8 x/op", "", ""},
	} {
		o := usual
		o.Metric = c.metric
		got, err := compareFiles(sidesOf(t, "BenchmarkX 1 "+c.old+"\n", "BenchmarkX 1 "+c.new+"\n"), o)
		switch {
		case c.want == "":
			if exit.Status(err) != exit.Usage {
				t.Errorf("%+v: %v", c, err)
			}
		case err != nil || got.Benchmarks[0].Metric != c.want || got.Benchmarks[0].MetricWhy != c.why:
			t.Errorf("%+v: %v, %+v", c, err, got.Benchmarks)
		}
	}
}

// Verdicts about several units are corrected for all of them together. A unit that no
// side has was not meant for a benchmark; one that vanished is named.
func TestFileMetrics(t *testing.T) {
	both := func(old, ns, allocs float64) (text string) {
		for i := range 6 {
			text += fmt.Sprintf("BenchmarkX 1 %v ns/op %v allocs/op %v p99-ns\n", ns+float64(i), allocs, old)
			text += fmt.Sprintf("BenchmarkY 1 %v ns/op\n", ns+float64(i))
		}
		return text
	}
	o := usual
	o.Metric, o.Margins = "auto,allocs/op,p99-ns", map[string]float64{"allocs/op": 0}
	got, err := compareFiles(sidesOf(t, both(9, 1000, 100), strings.ReplaceAll(both(9, 1000, 101), " 9 p99-ns", "")), o)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, b := range got.Benchmarks {
		c := b.Changes[0]
		said = append(said, fmt.Sprintf("%s %s %s %.3f", b.Benchmark.Name, b.Metric, c.Verdict, c.Adjusted/c.P))
	}
	for _, u := range got.Unmatched {
		said = append(said, fmt.Sprint(u.Benchmark.Name, " ", u.Metric, u.Missing))
	}
	want := []string{"BenchmarkX ns/op equivalent 1.000", "BenchmarkX allocs/op slower 3.000", "BenchmarkY ns/op equivalent 1.000", "BenchmarkX p99-ns[1]"}
	if !slices.Equal(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
}

// What a file says of a unit counts for more than its name.
func TestFileUnitDirection(t *testing.T) {
	old, new := lines("BenchmarkX", "score", 1, 2, 3, 4), lines("BenchmarkX", "score", 11, 12, 13, 14)
	got, err := compareFiles(sidesOf(t, "Unit score better=higher\n"+old, new), usual)
	if err != nil || got.Benchmarks[0].Changes[0].Verdict != record.Faster {
		t.Errorf("%v, %+v", err, got.Benchmarks)
	}
}

func TestFileErrors(t *testing.T) {
	const x = "BenchmarkX 1 1 ns/op\n"
	for _, c := range []struct {
		old, new, want, hint string
		across               []string
	}{
		{"cpu: A\n" + x, "cpu: B\n" + x, "the results are of different CPU models: A (old.txt), B (new.txt)", "-across=cpu", []string{"go"}},
		{"goarch: a\n" + x, "goarch: b\n" + x, "different architectures", "-across=cpu", nil},
		{"# source: m, go1.1, x\n" + x, "# source: m, go1.2, x\n" + x, "different Go toolchains: go1.1 (old.txt), go1.2 (new.txt)", "-across=go", []string{"cpu"}},
		{x, "BenchmarkX-2 1 1 ns/op\n", "no benchmark that -bench=. selects is in all of old.txt, new.txt", "match by", nil},
	} {
		o := usual
		o.across = c.across
		_, err := compareFiles(sidesOf(t, c.old, c.new), o)
		if m := exit.Message(err); exit.Status(err) != exit.Usage || !strings.Contains(m, c.want) || !strings.Contains(m, c.hint) {
			t.Errorf("got %v, %s, want %s", err, m, c.want)
		}
	}
	o := usual
	o.Bench = "("
	if _, err := compareFiles(sidesOf(t, x, x), o); exit.Status(err) != exit.Usage {
		t.Errorf("-bench=(: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none.txt")
	if _, err := openResults(context.Background(), record.Variant{}, missing); !errors.Is(err, os.ErrNotExist) || exit.Status(err) != exit.Usage {
		t.Errorf("no file: %v", err)
	}
	if _, err := storedResults(record.Variant{}, record.Run{}); exit.Status(err) != exit.Usage {
		t.Errorf("no trials: %v", err)
	}
}

func TestCompareFilesGolden(t *testing.T) {
	sides := make([]results, 2)
	for i, name := range []string{"old", "new"} {
		var err error
		if sides[i], err = openResults(context.Background(), record.Variant{Name: name, Side: name + ".txt"}, filepath.Join("testdata", name+".txt")); err != nil {
			t.Fatal(err)
		}
	}
	c, err := compareFiles(sides, usual)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := command.WriteJSON(&b, c); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "files.golden", longNumber.ReplaceAllStringFunc(b.String(), func(number string) string {
		v, _ := strconv.ParseFloat(number, 64) // it matches
		return fmt.Sprintf("%.6g", v)
	}))
}

// longNumber matches numbers whose last digits depend on the processor.
var longNumber = regexp.MustCompile(`\b\d+\.\d{7,}`)
