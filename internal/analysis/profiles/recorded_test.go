package profiles

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
)

func goroutine(id int64) record.Lane { return record.Lane{Kind: record.LaneGoroutine, ID: id} }
func thread(id int64) record.Lane    { return record.Lane{Kind: record.LaneThread, ID: id} }

var stacks = map[record.StackID][]record.Call{
	1:  {{Func: "main.hash", File: "/src/hash.go", Line: 12}, {Func: "main.work", File: "/src/main.go", Line: 30}},
	2:  {{Func: "runtime.chanrecv1", File: "/go/chan.go", Line: 500}, {Func: "main.work", File: "/src/main.go", Line: 31}},
	3:  {{Func: "main.sum", File: "/src/sum.go", Line: 7}, {Func: "main.work", File: "/src/main.go", Line: 32}},
	-1: {{Func: "runtime.futex", File: "/go/sys_linux.s", Line: 558}, {Func: "runtime.mcall", File: "/go/asm.s", Line: 1}},
}

func lookup(id record.StackID) []record.Call { return stacks[id] }

// busy tells of a goroutine that runs, waits, and is throttled.
func busy(c *Collector) *Collector {
	c.Piece(&record.Piece{Lane: thread(101), Start: 0, End: 90, Item: record.ItemRunning, Stack: -1})
	c.Named(&record.Named{Lane: goroutine(7), Name: "main.work"})
	c.Mark(&record.Mark{Kind: record.MarkSample, Start: 400, G: 7, Stack: 1})
	c.Mark(&record.Mark{Kind: record.MarkSample, Start: 500, G: 7, Stack: 3})
	c.Mark(&record.Mark{Kind: record.MarkSample, Start: 900, G: 7, Stack: 3})
	c.Mark(&record.Mark{Kind: record.MarkSample, Start: 1200, G: 7, Stack: 3}) // nobody runs then
	for _, p := range []record.Piece{
		{Lane: goroutine(7), Start: 0, End: 1000, Item: record.ItemRunning, Stack: 2},
		{Lane: goroutine(7), Start: 1000, End: 3000, Item: record.ItemBlocked, Detail: "chan receive", Stack: 2},
		{Lane: goroutine(7), Start: 3000, End: 33000, Item: record.ItemThrottled, Stack: -1},
		{Lane: goroutine(7), Start: 33000, End: 33500, Item: record.ItemAssist, Stack: 1},
		{Lane: goroutine(8), Start: 3000, End: 3400, Item: record.ItemThrottled},
		{Lane: goroutine(7), Start: 33500, End: 34000, Item: record.ItemThrottled, Stack: 1},
		{Lane: record.Lane{Kind: record.LaneProc}, Start: 3000, End: 33000, Item: record.ItemThrottled, Stack: 1},
		{Lane: thread(101), Start: 3000, End: 33000, Item: record.ItemThrottled, Stack: -1},
	} {
		c.Piece(&p)
	}
	return c
}

func TestProfile(t *testing.T) {
	p := busy(NewCollector(Options{Stack: lookup})).Profile()
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "busy.txt", p.String())
}

// Without a Go side, threads are all there is; with few stacks kept apart, the
// others keep their item.
func TestThreadsAndOthers(t *testing.T) {
	c := NewCollector(Options{Stack: lookup, Stacks: 1})
	for i, item := range []record.Item{record.ItemIdle, record.ItemThrottled, record.ItemThrottled, record.ItemRunning} {
		c.Piece(&record.Piece{Lane: thread(101), Start: int64(10 * i), End: int64(10*i + 10), Item: item, Stack: record.StackID(i)})
	}
	golden.Check(t, "threads.txt", c.Profile().String())
	if c.Other() != 3 {
		t.Errorf("%d pieces are billed to others, want 3", c.Other())
	}
}

func TestWanted(t *testing.T) {
	c := busy(NewCollector(Options{Stack: lookup, Wanted: func(p *record.Piece) bool { return p.End <= 1000 || p.Item == record.ItemAssist }}))
	got := c.Items()
	if len(got) != 2 || got[0] != record.ItemRunning || got[1] != record.ItemAssist {
		t.Errorf("items %v, want running and GC assist", got)
	}
}

// Whatever is collected, each item's time is that of its pieces, whether samples
// share it out or not.
func TestTimeIsKept(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		c := NewCollector(Options{Stacks: 1 + rnd.IntN(30)})
		var want [record.Items]int64
		at := int64(1)
		for range 200 {
			p := record.Piece{Lane: goroutine(1), Start: at, End: at + rnd.Int64N(1e12), Item: record.Item(rnd.IntN(int(record.Items))), Stack: record.StackID(rnd.IntN(9))}
			want[p.Item] += p.Duration()
			for range rnd.IntN(3) {
				c.Mark(&record.Mark{Kind: record.MarkSample, G: 1, Start: at + rnd.Int64N(2e12), Stack: record.StackID(rnd.IntN(9))})
			}
			c.Piece(&p)
			at = p.End
		}
		for item, ns := range want {
			var got int64
			if ns > 0 {
				for _, s := range c.Profile(record.Item(item)).Sample {
					got += s.Value[1]
				}
			}
			if got != ns {
				t.Fatalf("%v: %d ns in the profile, %d recorded", record.Item(item), got, ns)
			}
		}
	}
}

func TestSamplesThatNobodyWaitsFor(t *testing.T) {
	c := NewCollector(Options{})
	for i := range int64(3 * mostWaiting) {
		c.Mark(&record.Mark{Kind: record.MarkSample, G: i, Start: i})
	}
	if c.waits > mostWaiting || len(c.waiting) != c.waits || c.stray+int64(c.waits) != 3*mostWaiting {
		t.Errorf("%d samples wait for %d goroutines, %d are stray", c.waits, len(c.waiting), c.stray)
	}
}

func TestTree(t *testing.T) {
	c := busy(NewCollector(Options{Stack: lookup}))
	for kind, want := range map[Kind]string{
		OnCPU:  "all 750 (main.work 750 (main.hash 416 main.sum 334))",
		OffCPU: "all 16450 ((no stack) 200 ([throttled] 200) main.work 16250 (main.hash 250 ([throttled] 250) runtime.chanrecv1 1000 ([blocked: chan receive] 1000) runtime.mcall 15000 (runtime.futex 15000 ([throttled] 15000))))",
	} {
		root, err := c.Tree(kind, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got := sketch(root); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A recording twice as long of the same is the same.
func TestCompareScales(t *testing.T) {
	once, twice := busy(NewCollector(Options{Stack: lookup})), busy(busy(NewCollector(Options{Stack: lookup})))
	d, err := CompareRecordings(OffCPU, once, twice, 3, 6)
	if err != nil {
		t.Fatal(err)
	}
	if d.Old == 0 || d.Old != d.New || slices.ContainsFunc(d.Functions, record.FunctionDiff.Changed) {
		t.Errorf("%+v, want the same on both sides", d)
	}
}

// sketch is a tree on one line, New in whole ns.
func sketch(f record.Frame) string {
	var below []string
	for _, c := range f.Children {
		below = append(below, sketch(c))
	}
	s := f.Name + " " + strconv.FormatFloat(f.New, 'f', 0, 64)
	if len(below) > 0 {
		s += " (" + strings.Join(below, " ") + ")"
	}
	return s
}

func TestPprofReadsIt(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	file := filepath.Join(t.TempDir(), "throttled.pb.gz")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := busy(NewCollector(Options{Stack: lookup})).Profile(record.ItemThrottled, record.ItemBlocked).Write(f); err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string][]string{
		"-top":                          {"Type: delay", "Showing nodes accounting for 32900ns", "30000ns", "runtime.futex", "main.work"},
		"-raw":                          {"item:[throttled]", "detail:[chan receive]"},
		"-tagfocus=item=throttled -top": {"30900ns, 93.92% of 32900ns"},
	} {
		out, err := exec.Command("go", append(append([]string{"tool", "pprof"}, strings.Fields(arg)...), file)...).CombinedOutput()
		if err != nil {
			t.Fatalf("go tool pprof %s: %v\n%s", arg, err, out)
		}
		for _, w := range want {
			if !strings.Contains(string(out), w) {
				t.Errorf("go tool pprof %s does not say %q:\n%s", arg, w, out)
			}
		}
	}
}

// Of pieces that only reach into the time that counts, the part counts that lies
// there, and so do the samples.
func TestSpans(t *testing.T) {
	spans := []record.Span{{From: 10, To: 20}, {From: 30, To: 40}, {From: 50, To: 60}}
	for start := range int64(70) {
		for end := start + 1; end < 70; end++ {
			c := NewCollector(Options{Spans: spans})
			want, samples := int64(0), int64(0)
			for at := start; at < end; at++ {
				if at%20 >= 10 && at >= 10 && at < 60 {
					want++
				}
			}
			c.Mark(&record.Mark{Kind: record.MarkSample, Start: 15, G: 7, Stack: 1})
			c.Mark(&record.Mark{Kind: record.MarkSample, Start: 25, G: 7, Stack: 1})
			if start <= 15 && 15 < end {
				samples = 1
			}
			c.Piece(&record.Piece{Lane: goroutine(7), Start: start, End: end, Item: record.ItemRunning, Stack: 2})
			if got, n := total(c.pieces), total(c.samples); got.ns != want || n.count != samples || (got.count == 0) != (want == 0) {
				t.Fatalf("%d to %d: %+v, not %d ns; %+v, not %d samples", start, end, got, want, n, samples)
			}
			if want > 0 && (c.begin < max(start, 10) || c.end > min(end, 60) || c.end <= c.begin) {
				t.Fatalf("%d to %d: from %d to %d", start, end, c.begin, c.end)
			}
		}
	}
}

func total(all sums) (t sum) {
	for _, s := range all {
		t.ns, t.count = t.ns+s.ns, t.count+s.count
	}
	return t
}
