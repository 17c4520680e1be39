package benchfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tare/internal/record"
	"tare/internal/test/golden"
)

// The recorded files were written by go test, go test -v -cpu 1,2 and tare run.
func TestRecordedFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded files", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := readAll(bytes.NewReader(text))
		if err != nil || len(f.Problems) > 0 {
			t.Errorf("%s: %v, %q", name, err, f.Problems)
		}
		golden.File(t, strings.TrimSuffix(name, ".txt")+".golden", printed(f))
	}
}

func printed(f File) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(f.Config)) {
		fmt.Fprintf(&b, "%s: %q\n", key, f.Config[key])
	}
	for _, unit := range slices.Sorted(maps.Keys(f.Better)) {
		fmt.Fprintf(&b, "better %s: %+d\n", unit, f.Better[unit])
	}
	for _, s := range f.Series {
		fmt.Fprintf(&b, "%+v %v\n", s.Benchmark, s.Iterations)
		for _, unit := range s.Units {
			fmt.Fprintf(&b, "\t%s %v\n", unit, s.Values[unit])
		}
	}
	return b.String()
}

func one(name string, procs int, unit string, values ...float64) Series {
	return Series{Benchmark: record.Benchmark{Name: name, Procs: procs}, Iterations: make([]int64, len(values)),
		Units: []string{unit}, Values: map[string][]float64{unit: values}}
}

// readAll reads a file of which nothing is asked.
func readAll(r io.Reader) (File, error) {
	all, err := Query{}.Columns(r)
	if err != nil {
		return File{}, err
	}
	return all[0].File, nil
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		series     []Series
		problems   []string
	}{
		{"zeros in scaled units", "BenchmarkX 0 0 ns/op\nBenchmarkX 0 5e-324 ns/op\nBenchmarkX 0 2 ns/op\n",
			[]Series{one("BenchmarkX", 1, "ns/op", 0, 0, 2)}, nil},
		{"units of other tools", "BenchmarkX 0 0.5 sec/op\nBenchmarkY 0 3 MB/s\n",
			[]Series{one("BenchmarkX", 1, "sec/op", 0.5), one("BenchmarkY", 1, "MB/s", 3)}, nil},
		{"what looks like GOMAXPROCS", "BenchmarkX/n-1 0 1 ns/op\nBenchmarkX/08-08 0 1 ns/op\nBenchmarkX/-4-16 0 1 ns/op\n",
			[]Series{one("BenchmarkX/n-1", 1, "ns/op", 1), one("BenchmarkX/08-08", 1, "ns/op", 1), one("BenchmarkX/-4", 16, "ns/op", 1)}, nil},
		{"bad lines", "BenchmarkX 0 7\nBenchmarkX 0 1 ns/op\nBenchmarkX 0 much ns/op\nBenchmarkX 0 2 ns/op 3 ns/op +Inf x/op\nBenchmarkZ 0 NaN ns/op\n",
			[]Series{one("BenchmarkX", 1, "ns/op", 1, 2)},
			[]string{"line 1: missing units", "line 3: parsing measurement: invalid syntax", "line 4: a second value in ns/op",
				"line 4: +Inf x/op is not a measurement", "line 5: NaN ns/op is not a measurement"}},
		{"the mark of an editor", "\ufeffBenchmarkX 0 1 ns/op\r\n", []Series{one("BenchmarkX", 1, "ns/op", 1)}, nil},
	} {
		f, err := readAll(strings.NewReader(c.text))
		if err != nil || !reflect.DeepEqual(f.Series, c.series) || !slices.Equal(f.Problems, c.problems) {
			t.Errorf("%s: %v\ngot  %+v\n     %q\nwant %+v\n     %q", c.name, err, f.Series, f.Problems, c.series, c.problems)
		}
	}
}

func TestReadConfig(t *testing.T) {
	f, err := readAll(strings.NewReader(`cpu: never used
cpu: A
# source: example.com/m, go1.26.8, 1a2b3c4 with local changes
Unit reqs/conn better=higher
pkg: p
BenchmarkX 1 1 ns/op
cpu: B
BenchmarkX 1 1 ns/op
cpu: A
pkg: q
BenchmarkX 1 1 ns/op
`))
	if want := map[string][]string{"cpu": {"A", "B"}, "go": {"go1.26.8"}}; err != nil || !reflect.DeepEqual(f.Config, want) {
		t.Errorf("config %v, %v, want %v", f.Config, err, want)
	}
	if len(f.Series) != 2 || f.Series[0].Benchmark.Package != "p" || f.Series[1].Benchmark.Package != "q" || f.Better["reqs/conn"] != 1 {
		t.Errorf("got %+v", f)
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	if _, err := readAll(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]string{
		" \n":                            "the file is empty",
		"PASS\nok  p 0.1s\n":             "no benchmark results, which",
		"BenchmarkX 1\n":                 "no benchmark results (line 1: missing measurements)",
		"\xff\xfeB\x00e\x00":             "UTF-16",
		"x" + strings.Repeat("x", 1<<17): "token too long",
	} {
		if _, err := readAll(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("pkg: a\nBenchmarkX/y-8 10 5e-324 ns/op 3 MB/s\nUnit x better=lower\nBenchmarkX 1\n"))
	f.Add([]byte("\xef\xbb\xbfgoos: linux\npkg:\nBenchmark 1 1e300 MB/s NaN x\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := readAll(bytes.NewReader(text))
		if err != nil {
			t.Skip()
		}
		// Written value by value and read again, it is the same.
		var b bytes.Buffer
		for _, s := range file.Series {
			fmt.Fprintf(&b, "pkg: %s\n", s.Benchmark.Package)
			for _, unit := range s.Units {
				for _, v := range s.Values[unit] {
					fmt.Fprintf(&b, "%s-%d 1 %g %s\n", s.Benchmark.Name, s.Benchmark.Procs, v, unit)
				}
			}
		}
		again, err := readAll(strings.NewReader(strings.ReplaceAll(b.String(), "-1 1 ", " 1 ")))
		if err != nil || len(again.Problems) > 0 || len(again.Series) != len(file.Series) {
			t.Fatalf("%v, %q, from\n%s", err, again.Problems, &b)
		}
		for i, s := range again.Series {
			if want := file.Series[i]; s.Benchmark != want.Benchmark || !reflect.DeepEqual(s.Values, want.Values) {
				t.Errorf("%+v, want %+v", s, want)
			}
		}
	})
}
