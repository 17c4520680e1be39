package profiles

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"tare/internal/record"
	"tare/internal/test/golden"
)

// encode makes a profile of stacks, each "caller callee … leaf" with a number of
// samples; "a+b" is a location where a was inlined into b.
func encode(t testing.TB, stacks map[string]int64) *bytes.Buffer {
	t.Helper()
	file := &profile.Mapping{ID: 1, File: "/lib/libz.so"}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		Mapping:    []*profile.Mapping{file},
	}
	for s, n := range stacks {
		sample := &profile.Sample{Value: []int64{n, n * period}}
		for at := range strings.FieldsSeq(s) {
			l := &profile.Location{ID: uint64(len(p.Location) + 1)}
			for name := range strings.SplitSeq(at, "+") {
				switch name {
				case "?":
				case "so":
					l.Mapping = file
				default:
					f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
					p.Function = append(p.Function, f)
					l.Line = append(l.Line, profile.Line{Function: f})
				}
			}
			p.Location = append(p.Location, l)
			sample.Location = slices.Insert(sample.Location, 0, l)
		}
		p.Sample = append(p.Sample, sample)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return &b
}

func side(t testing.TB, ops int64, stacks map[string]int64) *Side {
	t.Helper()
	s := new(Side)
	if err := s.Add(encode(t, stacks), ops); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStacks(t *testing.T) {
	for in, want := range map[string]string{
		"testing.(*B).launch testing.(*B).runN p.BenchmarkX p.f":                 "p.BenchmarkX p.f",
		"testing.(*B).RunParallel.func1 p.BenchmarkX.func1":                      "p.BenchmarkX.func1",
		"testing.(*B).launch testing.(*B).runN testing.(*B).StartTimer sys.Read": "testing.(*B).StartTimer sys.Read",
		"testing.(*B).launch testing.(*B).runN":                                  "testing.(*B).launch testing.(*B).runN",
		"runtime.gcBgMarkWorker runtime.systemstack":                             "runtime.gcBgMarkWorker runtime.systemstack",
		"p.outer leaf+p.inlined+p.caller":                                        "p.outer p.caller p.inlined leaf",
		"p.f runtime.asyncPreempt":                                               "p.f",
		"p.f runtime.asyncPreempt runtime.asyncPreempt2":                         "p.f runtime.asyncPreempt runtime.asyncPreempt2",
		"p.f so ?": "p.f [libz.so] <unknown>",
	} {
		s := side(t, 1, map[string]int64{in: 1})
		if got := strings.Join(s.trials[0].stacks[0].frames, " "); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	old := side(t, 1000, map[string]int64{"b fib fib fib": 100, "b gone": 50, "b same": 400, "b rare": 1, "gc": 20})
	// Twice as many ops in a second trial of the new side.
	fresh := side(t, 1000, map[string]int64{"b fib fib fib": 200, "b same": 410, "b rare": 3, "gc": 20, "b func2": 40})
	if err := fresh.Add(encode(t, map[string]int64{"b fib fib": 400, "b same": 820, "b rare": 1, "gc": 40, "b func2": 90}), 2000); err != nil {
		t.Fatal(err)
	}
	d := Compare(old, fresh)
	if d.Old != 571*period/1000 || math.Abs(d.New-2024*period/3000) > 1e-6 || d.Samples != [2]int64{571, 2024} {
		t.Errorf("%g ns and %g ns of %d samples", d.Old, d.New, d.Samples)
	}
	var got []string
	for _, f := range d.Functions {
		got = append(got, fmt.Sprintf("%s %.0f→%.0f %.0f→%.0f %v", f.Name, f.OldFlat, f.NewFlat, f.OldCum, f.NewCum, f.Changed()))
	}
	want := []string{ // b changed by what it calls only
		"fib 1000000→2000000 1000000→2000000 true",
		"gone 500000→0 500000→0 true",
		"func2 0→433333 0→433333 true",
		"same 4000000→4100000 4000000→4100000 false",
		"rare 10000→13333 10000→13333 false",
		"gc 200000→200000 200000→200000 false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("functions\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Whatever the stacks are, times add up: in the tree, over the functions, and
// from the other side.
func TestTimesAddUp(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	random := func() *Side {
		stacks := map[string]int64{}
		for range 1 + rnd.IntN(60) {
			var frames []string
			for range 1 + rnd.IntN(9) {
				frames = append(frames, string(rune('a'+rnd.IntN(6))))
			}
			stacks[strings.Join(frames, " ")] = 1 + int64(rnd.ExpFloat64()*50)
		}
		return side(t, 1+rnd.Int64N(1000), stacks)
	}
	for range 100 {
		old, new := random(), random()
		d, back := Compare(old, new), Compare(new, old)
		checkTree(t, d.Root)
		if d.Root.Old != d.Old || d.Root.New != d.New || len(d.Functions) != len(back.Functions) {
			t.Fatalf("totals %g and %g, root %g and %g, %d functions there and %d back",
				d.Old, d.New, d.Root.Old, d.Root.New, len(d.Functions), len(back.Functions))
		}
		for i, f := range d.Functions {
			b := back.Functions[i]
			if math.Abs(b.Noise-f.Noise) > 1e-9*f.Noise {
				t.Errorf("noise %g there, %g back", f.Noise, b.Noise)
			}
			if b != (record.FunctionDiff{Name: f.Name, OldFlat: f.NewFlat, NewFlat: f.OldFlat, OldCum: f.NewCum, NewCum: f.OldCum, Noise: b.Noise}) {
				t.Errorf("%v there, %v back", f, b)
			}
			if f.OldFlat > f.OldCum || f.NewFlat > f.NewCum || f.OldCum > d.Old*(1+1e-9) || f.NewCum > d.New*(1+1e-9) {
				t.Errorf("parts exceed the whole: %+v of %g and %g", f, d.Old, d.New)
			}
		}
	}
}

func checkTree(t *testing.T, f record.Frame) {
	t.Helper()
	var old, new float64
	for i, c := range f.Children {
		old, new = old+c.Old, new+c.New
		if i > 0 && f.Children[i-1].Name >= c.Name {
			t.Errorf("below %s, %s comes before %s", f.Name, f.Children[i-1].Name, c.Name)
		}
		checkTree(t, c)
	}
	if slack := 1 + 1e-9; old > f.Old*slack || new > f.New*slack {
		t.Errorf("%s takes %g and %g, its children %g and %g", f.Name, f.Old, f.New, old, new)
	}
}

func TestTwigsBelongToTheirParent(t *testing.T) {
	s := side(t, 1, map[string]int64{"b": 5000, "b twig leaf": 5, "b branch": 6})
	for _, d := range []record.ProfileDiff{Compare(s, new(Side)), Compare(new(Side), s)} {
		b := d.Root.Children[0]
		if len(b.Children) != 1 || b.Children[0].Name != "branch" || b.Old+b.New != 5011*period {
			t.Errorf("%+v, want all the time and the branch alone", b)
		}
	}
}

// Equal sides differ by chance: about one function in twenty may be told.
func TestNoiseIsRarelyTold(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	const functions, times = 20, 50
	sample := func() *Side {
		stacks := map[string]int64{}
		for range 2000 {
			stacks[fmt.Sprintf("f%d", rnd.IntN(functions))]++
		}
		return side(t, 100, stacks)
	}
	told := 0
	for range times {
		for _, f := range Compare(sample(), sample()).Functions {
			if f.Changed() {
				told++
			}
		}
	}
	if told < 15 || told > 80 { // 45 of 1000 expected, and √45 of that by chance
		t.Errorf("%d of %d functions are told to have changed, and none has", told, functions*times)
	}
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		change, cpu, wall float64
		trials            int
		n                 int64
	}{
		{0.01, 1e5, 1e5, most, 10_000}, {-0.03, 1e5, 1e5, most, 10_000}, {0, 1e5, 1e5, most, 10_000},
		{0.05, 1e5, 1e5, 32, 10_000}, {-0.05, 1e5, 1e5, 32, 10_000}, {0.1, 1e5, 1e5, fewest, 10_000}, {9, 1e5, 1e5, fewest, 10_000},
		{0.05, 1e5, 2e5, 32, 10_000},  // half a CPU: as many samples, in twice the time
		{0.05, 1e5, 4e5, most, 5_000}, // a quarter of one: there is not so much time
		{0.05, 4e5, 1e5, 32, 2_500},   // four threads
		{0.05, 0, 1e5, 32, 10_000},    // CPU time is not known
		{0.05, 0.3, 0.3, most, 1e9}, {0.05, 5e9, 5e9, fewest, 1}, {0.5, 0, 0, fewest, 1e9}, {0.5, 1e5, 0, fewest, 10_000},
	} {
		if trials, n := Plan(c.change, c.cpu, c.wall); trials != c.trials || n != c.n {
			t.Errorf("%+v: %d trials, N = %d", c, trials, n)
		}
	}
}

// words are two profiles each of a benchmark that counts words: the new side
// trims them with a regular expression.
func words(t testing.TB) (old, new Side) {
	t.Helper()
	for name, s := range map[string]*Side{"old": &old, "new": &new} {
		for i := range 2 {
			f, err := os.Open(fmt.Sprintf("testdata/%s%d.pb.gz", name, i+1))
			if err != nil {
				t.Fatal(err)
			}
			err = s.Add(f, 10000)
			f.Close()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return old, new
}

func TestRealProfiles(t *testing.T) {
	old, new := words(t)
	d := Compare(&old, &new)
	checkTree(t, d.Root)
	got, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "words.json", append(got, '\n'))
	for _, f := range d.Functions {
		if f.Name == "example.com/words.checksum" && f.Changed() {
			t.Errorf("%+v was not changed", f)
		}
	}
}

func TestOtherProfiles(t *testing.T) {
	heap := &profile.Profile{SampleType: []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}}}
	var b bytes.Buffer
	if err := heap.Write(&b); err != nil {
		t.Fatal(err)
	}
	var s Side
	for name, err := range map[string]error{
		"a heap profile": s.Add(&b, 1),
		"no profile":     s.Add(strings.NewReader("PASS"), 1),
		"no op":          s.Add(encode(t, nil), 0),
	} {
		if err == nil {
			t.Errorf("%s passes for a CPU profile", name)
		}
	}
}

func FuzzAdd(f *testing.F) {
	f.Add(encode(f, map[string]int64{"a b so ?": 3}).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		var s Side
		if s.Add(bytes.NewReader(b), 1) == nil {
			Compare(&s, &Side{})
		}
	})
}
