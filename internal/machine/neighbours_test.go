package machine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tare/internal/machine"
	"tare/internal/record"
)

// process is one line of /proc/PID/stat; times are ticks.
type process struct {
	pid          int
	name         string
	ticks, start uint64
}

var kthreadd = process{2, "kthreadd", 0, 22}

// processes returns the times of what runs.
func processes(t *testing.T, running ...process) machine.ProcessTimes {
	t.Helper()
	files := map[string]string{"proc/stat": "cpu 1 2 3 4\n", "proc/self/stat": "link", "proc/9/comm": "ended meanwhile"}
	for _, p := range running {
		files[fmt.Sprintf("proc/%d/stat", p.pid)] = fmt.Sprintf("%d (%s) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 1 0 %d 0 0\n", p.pid, p.name, p.ticks/2, p.ticks-p.ticks/2, p.start)
	}
	times, err := machine.Processes(rootOf(files))
	if err != nil {
		t.Fatal(err)
	}
	return times
}

func nobody(int) bool { return false }

func TestBusiest(t *testing.T) {
	before := []process{kthreadd, {10, "idle", 500, 100}, {11, "web browser", 50, 200}, {12, "tare", 0, 300}, {13, "reused", 900, 50}, {14, "quiet", 7, 60}, {16, "two\x1b[2J", 0, 70}}
	after := []process{kthreadd, {10, "idle", 500, 100}, {11, "web browser", 120, 200}, {12, "tare", 200, 300}, {13, "new with an old PID", 10, 900}, {14, "quiet", 11, 60},
		{15, "new", 5, 950}, {16, "two\x1b[2J", 400, 70}, {17, "seen late", 10000, 299}}
	own := func(pid int) bool { return pid == 12 }
	busy, fact := machine.Busiest(processes(t, before...), processes(t, after...), 2*time.Second, own)
	want := []record.Process{{PID: 16, Name: "two?[2J", CPUs: 2}, {PID: 11, Name: "web browser", CPUs: 0.35}, {PID: 13, Name: "new with an old PID", CPUs: 0.05}, {PID: 15, Name: "new", CPUs: 0.025}}
	if !slices.Equal(busy, want) {
		t.Errorf("got %+v", busy)
	}
	if fact.Value != "two?[2J 200%, web browser 35%, new with an old PID 5%, new 2%" || fact.Status != record.Measured ||
		fact.Number != 2+0.35+0.05+0.025 || fact.Name != record.FactNeighbours || fact.Group != record.GroupBusy {
		t.Errorf("got %+v", fact)
	}
}

func TestBusiestAreFew(t *testing.T) {
	before, after := []process{kthreadd}, []process{kthreadd}
	for pid := 100; pid < 130; pid++ {
		before = append(before, process{pid, "p", 0, 30})
		after = append(after, process{pid, "p", 50, 30})
	}
	busy, fact := machine.Busiest(processes(t, before...), processes(t, after...), time.Second, nobody)
	if len(busy) != 10 || busy[0].PID != 100 || busy[9].PID != 109 || fact.Number != 5 || strings.Count(fact.Value, ",") != 9 {
		t.Errorf("got %+v, %+v", busy, fact)
	}
}

// TestNobodyBusy tells a quiet machine from one that hides its processes.
func TestNobodyBusy(t *testing.T) {
	seen, contained := processes(t, kthreadd, process{10, "idle", 5, 100}), processes(t, process{10, "idle", 5, 100})
	for _, c := range []struct {
		name          string
		before, after machine.ProcessTimes
		elapsed       time.Duration
		value, why    string
	}{
		{"quiet", seen, seen, time.Second, "none above 2% of a CPU", ""},
		{"container", contained, contained, time.Second, "", "a container"},
		{"never looked", machine.ProcessTimes{}, seen, time.Second, "", "cannot be seen"},
		{"no time", seen, seen, 0, "", "no time passed"},
	} {
		busy, f := machine.Busiest(c.before, c.after, c.elapsed, nobody)
		if busy != nil || f.Value != c.value || f.OK() != (c.value != "") || (f.Why == "") != (c.why == "") || !strings.Contains(f.Why, c.why) {
			t.Errorf("%s: got %+v, %+v", c.name, busy, f)
		}
	}
	// One that is seen to be busy is, whatever else there may be.
	busy, f := machine.Busiest(contained, processes(t, process{10, "worker", 105, 100}), time.Second, nobody)
	if len(busy) != 1 || f.Value != "worker 100%" {
		t.Errorf("got %+v, %+v", busy, f)
	}
}

func TestProcessesErrors(t *testing.T) {
	for name, files := range map[string]map[string]string{"no /proc": nil, "nonsense": {"proc/7/stat": "7\n"}} {
		if _, err := machine.Processes(rootOf(files)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
