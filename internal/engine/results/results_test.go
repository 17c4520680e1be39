package results

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tare/internal/engine/exit"
	"tare/internal/read/benchfile"
	"tare/internal/record"
	"tare/internal/test/golden"
)

var usual = record.ComparisonPlan{Margin: 0.02, Alpha: 0.05, Metric: "auto", Bench: "."}

// sidesOf writes the texts to files and opens them as old.txt, new.txt, new2.txt.
func sidesOf(t *testing.T, texts ...string) []Side {
	t.Helper()
	var sides []Side
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
		r, err := Read(context.Background(), v, path, benchfile.Query{})
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

func TestMatching(t *testing.T) {
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
		got, err := Compare(sidesOf(t, c.texts...), o, nil)
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

func TestMetric(t *testing.T) {
	for _, c := range []struct{ metric, old, new, want, why string }{
		{"auto", "9 ns/op 8 net-ns/op", "7 net-ns/op 9 ns/op", "net-ns/op", ""},
		{"auto", "9 ns/op 8 net-ns/op", "9 ns/op", "ns/op", "not every side has net time"},
		{"auto", "9 MB/s 8 x/op", "8 x/op", "x/op", "it is the first unit that all sides have"},
		{"x/op", "9 ns/op 8 x/op", "9 ns/op 8 x/op", "x/op", "chosen with -metric; slower means more of it"},
		{"x/op", "9 ns/op 8 x/op", "9 ns/op", "", ""},
		{"auto", "9 y/op", "8 x/op", "", ""},
	} {
		o := usual
		o.Metric = c.metric
		got, err := Compare(sidesOf(t, "BenchmarkX 1 "+c.old+"\n", "BenchmarkX 1 "+c.new+"\n"), o, nil)
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

func TestErrors(t *testing.T) {
	const x = "BenchmarkX 1 1 ns/op\n"
	for _, c := range []struct {
		old, new, want, hint string
		across               []string
	}{
		{"cpu: A\n" + x, "cpu: B\n" + x, "the results come from different CPU models: A (old.txt), B (new.txt)", "-across=cpu", []string{"go"}},
		{"goarch: a\n" + x, "goarch: b\n" + x, "different architectures", "-across=cpu", nil},
		{"# source: m, go1.1, x\n" + x, "# source: m, go1.2, x\n" + x, "different Go toolchains: go1.1 (old.txt), go1.2 (new.txt)", "-across=go", []string{"cpu"}},
		{x, "BenchmarkX-2 1 1 ns/op\n", "no benchmark that -bench=. selects is in all of old.txt, new.txt", "match by", nil},
	} {
		_, err := Compare(sidesOf(t, c.old, c.new), usual, c.across)
		if m := exit.Message(err); exit.Status(err) != exit.Usage || !strings.Contains(m, c.want) || !strings.Contains(m, c.hint) {
			t.Errorf("got %v, %s, want %s", err, m, c.want)
		}
	}
	o := usual
	o.Bench = "("
	if _, err := Compare(sidesOf(t, x, x), o, nil); exit.Status(err) != exit.Usage {
		t.Errorf("-bench=(: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none.txt")
	if _, err := Read(context.Background(), record.Variant{}, missing, benchfile.Query{}); !errors.Is(err, os.ErrNotExist) || exit.Status(err) != exit.Usage {
		t.Errorf("no file: %v", err)
	}
	if _, err := Stored(record.Variant{}, record.Run{}); exit.Status(err) != exit.Usage {
		t.Errorf("no trials: %v", err)
	}
}

func TestCompareGolden(t *testing.T) {
	sides := make([]Side, 2)
	for i, name := range []string{"old", "new"} {
		var err error
		if sides[i], err = Read(context.Background(), record.Variant{Name: name, Side: name + ".txt"}, filepath.Join("testdata", name+".txt"), benchfile.Query{}); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Compare(sides, usual, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "\t")
	if err := enc.Encode(c); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "files.golden", longNumber.ReplaceAllStringFunc(b.String(), func(number string) string {
		v, _ := strconv.ParseFloat(number, 64) // it matches
		return fmt.Sprintf("%.6g", v)
	}))
}

// longNumber matches numbers whose last digits depend on the processor.
var longNumber = regexp.MustCompile(`\b\d+\.\d{7,}`)
