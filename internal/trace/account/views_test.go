package account

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

func entry(item record.Item, detail string, ns float64) record.Entry {
	return record.Entry{Item: item, Detail: detail, Ns: ns, Sure: record.Seen}
}

// expect checks the first cause.
func expect(t *testing.T, causes []record.Cause, view record.View, item record.Item, share float64, who, sentence string) {
	t.Helper()
	if len(causes) == 0 {
		t.Fatal("no causes")
	}
	c := causes[0]
	if c.View != view || c.Item != item || c.Share < share-0.005 || c.Share > share+0.005 || c.Who != who || !strings.Contains(c.Sentence, sentence) {
		t.Errorf("first: %+v", c)
		for _, c := range causes[1:] {
			t.Logf("then: %+v", c)
		}
	}
}

// What hits one request in a hundred hardly shows in the mean.
func TestCausesOfTheLongest(t *testing.T) {
	median := record.Account{Total: 1e6, Entries: []record.Entry{entry(record.ItemRunning, "", .9e6), entry(record.ItemBlocked, "network", .1e6)}}
	slow := record.Account{Total: 12e6, Entries: []record.Entry{entry(record.ItemRunning, "", 1.2e6), entry(record.ItemPreempted, "backup", 10.7e6), entry(record.ItemBlocked, "network", .1e6)}}
	mean := record.Account{Total: 1.1e6, Entries: []record.Entry{entry(record.ItemRunning, "", .9e6), entry(record.ItemPreempted, "backup", .1e6), entry(record.ItemBlocked, "network", .1e6)}}
	e := record.Explanation{Intervals: []record.Interval{{Kind: record.IntervalHTTP, Name: "HTTP request", Who: whoRequest, Count: 500, Goroutines: 1, Mean: mean,
		Bars: []record.Bar{{Name: "p50", Account: median}, {Name: "p99", Account: slow}}}}}
	expect(t, Causes(e), record.ViewP99, record.ItemPreempted, 10.7/12, "backup", "One in a hundred takes 12.00ms, where the median takes 1.000ms: other processes had the CPU")
}

// What stands still for the whole process is a cause, whatever regions and tasks say.
func TestCausesOfTheProcess(t *testing.T) {
	task := record.Interval{Kind: record.IntervalTask, Name: "tick", Who: whoTask, Count: 10, Goroutines: 1,
		Mean: record.Account{Total: 1e6, Entries: []record.Entry{entry(record.ItemRunning, "", .7e6), entry(record.ItemBlocked, "sleep", .3e6)}}}
	stopped := record.Explanation{Duration: 5e9, Covered: 5e9, Intervals: []record.Interval{task}, Stops: record.Stops{Count: 1900, Total: 3.8e9,
		By:    []record.StopSum{{Name: "stop-the-world (read mem stats)", Who: "main.poll", Where: "main.poll main.go:12", Count: 1800, Total: 3.7e9}},
		Worst: []record.WorldStop{{Who: "main.poll", Where: "main.poll main.go:12", From: 0, To: 5e6, Stopping: 4e6, Last: record.Link{Who: "main.copy", Item: record.ItemRunning, Where: "main.copy main.go:40"}}}}}
	causes := Causes(stopped)
	expect(t, causes, record.ViewProcess, record.ItemStopped, 0.76, "main.poll", "The world was stopped for 3.800s in all (76.0% of the recording).")
	if want := "the longest took 5.000ms, until all had stopped 4.000ms, last main.copy (running in main.copy main.go:40)"; !strings.Contains(causes[0].Evidence, want) {
		t.Errorf("%q lacks %q", causes[0].Evidence, want)
	}

	queued := record.Explanation{Duration: 5e9, Covered: 5e9, Intervals: []record.Interval{task}, Go: record.GoSide{GOMAXPROCS: 2}, Kernel: record.KernelSide{CPUs: 2}, Procs: make([]record.LaneBill, 2),
		Groups: []record.GoroutineGroup{
			{Name: "main.work", Count: 10_000, OnP: 9.9e9, Account: record.Account{Total: 40_000e9, Entries: []record.Entry{entry(record.ItemRunning, "", 9.9e9), entry(record.ItemRunnable, "", 39_990e9)}}},
			{Name: "main.main", Count: 1, OnP: 1e6, Account: record.Account{Total: 5e9, Entries: []record.Entry{entry(record.ItemBlocked, "sleep", 5e9)}}},
		}}
	causes = Causes(queued)
	expect(t, causes, record.ViewProcess, record.ItemRunnable, 0.9997, "main.work", "on average, 8e+03 were in the queue beside the 2 that can run")
	if strings.Contains(causes[0].Fix, "GOMAXPROCS") {
		t.Errorf("it is the number of CPUs already: %q", causes[0].Fix)
	}
}

// Of what a flight recorder waited for, the causes come before all others, and are
// about whom it happened to.
func TestCausesOfAHit(t *testing.T) {
	h := &Hit{What: "sched-latency>10ms", From: 100e6, To: 112e6, TID: 7}
	b := New(Options{Hit: h})
	lane := record.Lane{Kind: record.LaneThread, ID: 7}
	b.Named(&event.Named{Lane: lane, Name: "server"})
	for _, p := range []event.Piece{
		{Start: 0, End: 100e6, Item: record.ItemIdle}, {Start: 100e6, End: 101e6, Item: record.ItemPreempted, Detail: "sshd"},
		{Start: 101e6, End: 112e6, Item: record.ItemPreempted, Detail: "backup"}, {Start: 112e6, End: 5e9, Item: record.ItemIdle},
	} {
		p.Lane, p.Sure = lane, record.Seen
		b.Piece(&p)
	}
	e := b.Explain(0, 5e9)
	if e.Hit == nil || e.Hit.Account.Total != 12e6 || e.Hit.Who != "thread 7 (server)" {
		t.Fatalf("%+v", e.Hit)
	}
	expect(t, Causes(e), record.ViewHit, record.ItemPreempted, 1, "backup", "sched-latency>10ms for 12.00ms at 100.0ms: other processes had the CPU for 12.00ms")
}

// A goroutine that waits for a P is told who had the Ps.
func TestRunnableHit(t *testing.T) {
	e := record.Explanation{Hit: &record.Hit{What: "request>10ms", To: 20e6, Who: "goroutine 9 (main.serve)",
		Account: record.Account{Total: 20e6, Entries: []record.Entry{entry(record.ItemRunnable, "", 19e6), entry(record.ItemRunning, "", 1e6)}},
		Ran:     []record.Link{{Who: "main.hog", Item: record.ItemRunning, Where: "main.hog main.go:7", Ns: 19e6}}}}
	causes := Causes(e)
	expect(t, causes, record.ViewHit, record.ItemRunnable, 0.95, "main.hog", "request>10ms for 20.00ms at 0ns: goroutine 9 (main.serve) was runnable")
	if want := "on the Ps meanwhile: main.hog running in main.hog main.go:7 for 19.00ms"; causes[0].Evidence != want {
		t.Errorf("%q", causes[0].Evidence)
	}
}

// A stop of the world that took long is due to whom it waited for, or to who stopped it.
func TestLastToStop(t *testing.T) {
	b := New(Options{Stack: func(id record.StackID) []record.Call {
		return []record.Call{{Func: "main.f", File: "/x/main.go", Line: int(id)}}
	}})
	for g, name := range map[int64]string{1: "main.stopper", 2: "main.copier"} {
		b.Named(&event.Named{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g}, Name: name})
	}
	proc := func(id int64, g, from, to int64, item record.Item, stack record.StackID) {
		b.Piece(&event.Piece{Lane: record.Lane{Kind: record.LaneProc, ID: id}, Proc: int32(id), G: g, Start: from, End: to, Item: item, Stack: stack})
	}
	proc(0, 1, 0, 10e6, record.ItemRunning, 5)
	proc(1, 2, 0, 18e6, record.ItemRunning, 9)
	proc(1, 0, 18e6, 20e6, record.ItemIdle, 0)
	b.Mark(&event.Mark{Kind: record.MarkStop, Name: "stop-the-world (read mem stats)", G: 1, Start: 10e6, End: 20e6, Stack: 6})
	w := b.Explain(0, 30e6).Stops.Worst[0]
	want := record.WorldStop{Name: "stop-the-world (read mem stats)", From: 10e6, To: 20e6, Who: "main.stopper", Where: "main.f main.go:6", Stopping: 8e6,
		Last: record.Link{Who: "main.copier", Item: record.ItemRunning, Where: "main.f main.go:9", Ns: 8e6}}
	if w != want {
		t.Errorf("%+v", w)
	}
	c := stopCause(w, &record.Hit{From: 12e6, To: 20e6}, "")
	if c.Ns != 8e6 || c.Share != 1 || c.Who != "main.copier" || c.Where != "main.f main.go:9" {
		t.Errorf("%+v", c)
	}
}
