package history

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tare/internal/analysis/summary"
	"tare/internal/cli/command"
	"tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/store"
	"tare/internal/test/golden"
)

// noon is when the run starts; the comparisons follow an hour apart.
var noon = time.Date(2024, 5, 4, 12, 0, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	time.Local = time.UTC // lists show local times
	os.Exit(m.Run())
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stored returns the path of a store with a run, a comparison, and a comparison
// that was killed.
func stored(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tare.db")
	s, err := store.Open(t.Context(), path)
	check(t, err)
	run := record.Run{ID: "20240504-120000-aaaa", Started: noon, Finished: noon.Add(90 * time.Second), Tare: "v0.1.0",
		Source: record.Source{Module: "example.com/m", GoVersion: "go1.26", Revision: "0123456789", Dirty: true, VCSStatus: record.Measured},
		Trials: []record.Trial{trial("BenchmarkRun", 1, 0, 100)}}
	run.Summaries = summary.All(run)
	check(t, s.Begin(t.Context(), run))
	check(t, s.AddTrial(t.Context(), run.ID, run.Trials[0]))
	check(t, s.Finish(t.Context(), run))
	add := func(c record.Comparison) {
		check(t, s.BeginComparison(t.Context(), c))
		for i, trial := range c.Trials {
			trial.Order = i
			check(t, s.AddTrial(t.Context(), c.ID, trial))
		}
		if !c.Finished.IsZero() {
			check(t, s.FinishComparison(t.Context(), c))
		}
	}
	add(comparison("20240504-130000-bbbb", time.Hour))
	killed := comparison("20240504-140000-cccc", 2*time.Hour)
	killed.Finished, killed.Benchmarks = time.Time{}, nil
	add(killed)
	check(t, s.Close())
	return path
}

// comparison returns one with 20 rounds of a benchmark that is 10 % slower, and
// with two others, whose trials are left out.
func comparison(id string, after time.Duration) record.Comparison {
	source := record.Source{Module: "example.com/m", GoVersion: "go1.26", VCSStatus: record.Measured}
	c := record.Comparison{ID: id, Started: noon.Add(after), Finished: noon.Add(after + time.Minute), Tare: "v0.1.0",
		Design: record.Paired,
		Plan:   record.ComparisonPlan{Metric: "auto", Alpha: 0.05, Margin: 0.02, Looks: []int{8, 12, 20}},
		Variants: []record.Variant{
			{Name: "old", Role: record.Base, Side: "v1.2", Source: source},
			{Name: "new", Role: record.Contender, Side: "HEAD", Settings: []string{"gogc=50"}, Source: source},
		}}
	for round := 1; round <= 20; round++ {
		noise := 1 + 0.001*math.Sin(float64(round))
		slower := trial("BenchmarkCompared", round, 1, 110*noise)
		c.Trials = append(c.Trials, trial("BenchmarkCompared", round, 0, 100/noise), slower)
	}
	compare.Conclude(&c)
	same := record.Benchmark{Package: "example.com/m/p", Name: "BenchmarkSame", Procs: 1}
	c.Benchmarks = append(c.Benchmarks, record.Compared{Benchmark: same, Metric: "net-ns/op",
		Changes: []record.Change{{Variant: 1, Verdict: record.Equivalent}}})
	same.Name = "BenchmarkSlight"
	c.Benchmarks = append(c.Benchmarks, record.Compared{Benchmark: same, Metric: "net-ns/op",
		Changes: []record.Change{{Variant: 1, Verdict: record.Slower, Within: true}}})
	return c
}

func trial(name string, round, variant int, ns float64) record.Trial {
	return record.Trial{Benchmark: record.Benchmark{Package: "example.com/m/p", Name: name, Procs: 1},
		Variant: variant, Round: round, Outcome: record.OK, Accounting: record.ByWindow, N: 1000,
		Bill: record.Bill{Wall: ns, OnCPU: ns, Net: ns, CPU: ns, NetStatus: record.Measured}}
}

// tare runs the verb on the store at path.
func tare(t *testing.T, path string, args ...string) (string, error) {
	t.Helper()
	cmd := Command()
	var out bytes.Buffer
	cmd.SetOut(&out)
	err := command.Run(t.Context(), cmd, append([]string{"-store", path}, args...))
	return out.String(), err
}

func TestList(t *testing.T) {
	out, err := tare(t, stored(t))
	check(t, err)
	golden.Check(t, "list.txt", out)
}

func TestShow(t *testing.T) {
	path := stored(t)
	page := filepath.Join(t.TempDir(), "page.html")
	for _, c := range []struct {
		args string
		want []string
		not  string
	}{
		{"-limit 1", []string{"cccc", "unfinished"}, "bbbb"},
		{"-bench BenchmarkCompared", []string{"bbbb", "cccc"}, "aaaa"},
		{"-bench BenchmarkRun -module example.com/m -package example.com/m/p", []string{"aaaa"}, "bbbb"},
		{"-since 1h", []string{"no runs, comparisons or sweeps"}, "aaaa"},
		{"-json", []string{`"kind": "comparison"`, `"slower": 1`}, `"accounting"`},
		{"20240504-12", []string{"Run", "aaaa"}, "bbbb"},
		{"20240504-13", []string{"Compared", "v1.2", "bbbb"}, "aaaa"},
		// Its verdict is concluded from its trials.
		{"20240504-13 -bench BenchmarkSame", []string{"Same"}, "Slight"},
		{"20240504-12 -package example.com/m/p", []string{"Run"}, "Slight"},
		{"latest -json", []string{"cccc", `"verdict": "slower"`, `"stop": "interrupted"`}, "Same"},
		{"20240504-13 -format markdown", []string{"Compared", "|"}, "aaaa"},
		{"20240504-12 -format csv", []string{"package,benchmark,gomaxprocs,unit", "BenchmarkRun,"}, "BenchmarkCompared"},
		{"20240504-12 -format bench", []string{"BenchmarkRun\t"}, "BenchmarkCompared"},
		{"20240504-13 -variant new", []string{"cell: ", "BenchmarkCompared\t", " 110"}, " 100 ns/op"},
		{"20240504-13 -variant old", []string{"BenchmarkCompared\t"}, " 110"},
		{"20240504-13 -html " + page, []string{"Compared"}, "aaaa"},
	} {
		out, err := tare(t, path, strings.Fields(c.args)...)
		check(t, err)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", c.args, want, out)
			}
		}
		if strings.Contains(out, c.not) {
			t.Errorf("%s: %q in\n%s", c.args, c.not, out)
		}
	}
	if html, err := os.ReadFile(page); err != nil || !bytes.Contains(html, []byte("Compared")) {
		t.Errorf("the page: %v, %d bytes", err, len(html))
	}
}

func TestUsage(t *testing.T) {
	path := stored(t)
	for args, want := range map[string]string{
		"nonesuch":                       `no run, comparison or sweep is or begins with "nonesuch"`,
		"2024":                           "more than one",
		"latest -format xml":             "xml",
		"latest -format bench":           "one variant",
		"latest -variant newer":          `no variant "newer"`,
		"20240504-12 -variant new":       "is a run",
		"20240504-12 -format markdown":   "is a run",
		"-delete":                        "needs an id",
		"latest -bench BenchmarkNone":    "has no benchmark that matches \"BenchmarkNone\"",
		"20240504-12 -package none":      "in package none",
		"-keep 5":                        "-keep needs -vacuum: it says what that leaves",
		"-dry-run":                       "-dry-run needs -vacuum",
		"-vacuum -keep 0":                "neither a number of runs nor an age",
		"-vacuum -keep 90days":           "neither a number of runs nor an age",
		"-vacuum -keep=-3d":              "neither a number of runs nor an age",
		"-vacuum -keep 9999999999w":      "neither a number of runs nor an age",
		"-vacuum -keep 5 latest":         "-vacuum cleans the whole store",
		"-vacuum -delete latest":         "-vacuum and -delete do not go together",
		"-html page.html":                "-html does not go with the list",
		"-limit 3 latest":                "-limit does not go with one run",
		"-json -variant new latest":      "-json and -variant do not go together",
		"-format bench -delete latest":   "-format does not go with -delete",
		"one two":                        "history shows one",
		"-delete 20230504-12":            "not in the store",
		"-delete 20240504":               "more than one ID begins like that",
		"-save x -delete latest":         "-save does not go with -delete",
		"-save x -html y latest":         "-html does not go with -save",
		"-store nonesuch/tare.db latest": "no store at",
	} {
		_, err := tare(t, path, strings.Fields(args)...)
		if err == nil || exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want a usage error that says %q", args, err, want)
		}
	}
}

func TestDelete(t *testing.T) {
	path := stored(t)
	for _, id := range []string{"20240504-140000-cccc", "20240504-120000-aaaa"} {
		_, err := tare(t, path, "-delete", id)
		check(t, err)
	}
	out, err := tare(t, path)
	check(t, err)
	if !strings.Contains(out, "bbbb") || strings.Contains(out, "aaaa") || strings.Contains(out, "cccc") {
		t.Errorf("left:\n%s", out)
	}
}

func TestComplete(t *testing.T) {
	path := stored(t)
	for _, c := range []struct{ args, want string }{
		{"__complete -store " + path + " -bench BenchmarkRun",
			"latest\tthe newest\n20240504-120000-aaaa\texample.com/m 01234567+\n"},
		{"__complete -store " + path + " latest", ""},
		{"__complete -store nonesuch/tare.db", ""},
	} {
		cmd := Command()
		var out bytes.Buffer
		cmd.SetOut(&out)
		check(t, command.Run(t.Context(), cmd, append(strings.Fields(c.args), "")))
		if got, _, _ := strings.Cut(out.String(), ":"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.args, got, c.want)
		}
	}
}
