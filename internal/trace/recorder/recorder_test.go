package recorder

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
	"tare/internal/test/golden"
	"tare/internal/trace/event"
)

// A whole recording: events of the source and readings in the order of their
// times, everything as the target sees it.
func TestRecording(t *testing.T) {
	f, source := newFake(), newSource()
	f.bpf, source.calls = source, map[int32]int64{100202: 5, 100035: 1}
	var file bytes.Buffer
	var watched []event.KernelEvent
	r := begin(t, f, Options{Tare: "1.0", Command: []string{"app", "-x"}, File: &file,
		Watch: func(e *event.KernelEvent) { watched = append(watched, *e) }})

	source.send(event.KernelEvent{Time: 2_001_000_000, Kind: event.KernelThread, CPU: -1, TID: 7, Name: "app"})
	source.send(event.KernelEvent{Time: 2_004_000_000, Kind: event.KernelOff, CPU: 1, TID: 7, Why: event.OffPreempted, Other: 9, Name: "noise"}, 1, 2)
	source.send(event.KernelEvent{Time: 2_003_000_000, Kind: event.KernelOn, CPU: 1, TID: 7}) // out of order
	f.clock += 5e6
	r.pollOnce(false) // nothing is due
	f.clock += 45e6
	f.write("sys/fs/cgroup/pod/app/cpu.stat", "nr_periods 10\nnr_throttled 3\nthrottled_usec 80500\n")
	f.write("proc/stat", "cpu  9 9 9 9 9 9 9 8 0 0\n")
	r.pollOnce(false)                                                                         // only /proc/stat is due
	source.send(event.KernelEvent{Time: 2_009_000_000, Kind: event.KernelOn, CPU: 0, TID: 7}) // came after a reading
	source.send(event.KernelEvent{Time: 2_090_000_000, Kind: event.KernelOff, CPU: 0, TID: 7, Why: event.OffSleep}, 1, 2)
	source.send(event.KernelEvent{Time: 2_091_000_000, Kind: event.KernelLost, CPU: -1, Number: 3})
	source.calls = map[int32]int64{100202: 9, 100035: 1}
	f.clock += 100e6
	got, err := r.Stop(t.Context(), func(e *event.KernelTrailer) { e.Windows = []record.Window{{N: 5}} })
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "recording.txt", recorded(t, &file))
	if got.Events != int64(len(watched)) || got.Events == 0 || got.Windows[0].N != 5 {
		t.Errorf("trailer %+v after %d events watched", got, len(watched))
	}
}

// What level is taken, and what is said of the others.
func TestLevels(t *testing.T) {
	denied := errors.New("it is another user's")
	for name, c := range map[string]struct {
		level   record.KernelLevel
		change  func(f *fake)
		want    record.KernelLevel
		why     string // of the header, or the error when want is empty
		follows bool   // the error is Follow's
	}{
		"best":           {"", func(f *fake) { f.bpf = newSource() }, record.KernelBPF, "", false},
		"second best":    {LevelAuto, func(f *fake) { f.perf = newSource() }, record.KernelPerf, "ebpf: not for you: ask somebody", false},
		"third best":     {LevelAuto, func(f *fake) {}, record.KernelPoll, "ebpf: not for you: ask somebody; perf: not for you: ask somebody", false},
		"no Linux":       {LevelAuto, func(f *fake) { clear(f.root) }, record.KernelNone, "ebpf: not for you: ask somebody; perf: not for you: ask somebody; poll: /proc is not mounted", false},
		"asked for":      {record.KernelPerf, func(f *fake) { f.bpf, f.perf = newSource(), newSource() }, record.KernelPerf, "", false},
		"none":           {record.KernelNone, func(f *fake) { f.bpf = newSource() }, record.KernelNone, "", false},
		"not to be had":  {record.KernelBPF, func(f *fake) { f.perf = newSource() }, "", "at level ebpf: not for you: ask somebody (level auto takes the best that works)", false},
		"no such level":  {"best", func(f *fake) {}, "", "choose auto, ebpf, perf, poll or none", false},
		"may not follow": {LevelAuto, func(f *fake) { f.bpf, f.perf = newSource(), newSource(); f.bpf.refuses = denied }, record.KernelPerf, "ebpf: it is another user's", false},
		"must not":       {record.KernelPerf, func(f *fake) { f.perf = newSource(); f.perf.refuses = denied }, "", "process 4711: at level perf: it is another user's", true},
		"it has ended":   {LevelAuto, func(f *fake) { delete(f.root, "proc/4711/stat"); f.perf = newSource() }, "", "process already finished", true},
		"it ends":        {LevelAuto, func(f *fake) { f.bpf = newSource(); f.bpf.refuses = os.ErrProcessDone }, "", "process already finished", true},
		"zombie": {LevelAuto, func(f *fake) {
			f.write("proc/4711/stat", strings.Replace(string(f.root["proc/4711/stat"].Data), " S ", " Z ", 1))
		}, "", "process already finished", true},
		"no groups": {LevelAuto, func(f *fake) { f.perf = newSource(); delete(f.root, "proc/self/mountinfo") }, record.KernelPerf, "ebpf: not for you: ask somebody; no cpu.stat is read: /proc/self/mountinfo: file does not exist", false},
		"root of the groups": {LevelAuto, func(f *fake) {
			f.bpf = newSource()
			f.write("proc/4711/cgroup", "0::/\n")
		}, record.KernelBPF, "no cpu.stat is read: the process is in the root of the control groups, which cannot have a quota", false},
		"groups without figures": {LevelAuto, func(f *fake) {
			f.bpf = newSource()
			f.write("sys/fs/cgroup/pod/cpu.stat", "usage_usec 5\n")
			f.write("sys/fs/cgroup/pod/app/cpu.stat", "usage_usec 5\n")
		}, record.KernelBPF, "no cpu.stat is read: /sys/fs/cgroup/pod/cpu.stat has no throttling figures", false},
	} {
		f := newFake()
		c.change(f)
		r, err := start(Options{Level: c.level, File: new(bytes.Buffer)}, f.machine())
		if err != nil {
			if c.want != "" || c.follows || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%s: starting: %v", name, err)
			}
			continue
		}
		err = r.Follow(pid)
		h := r.Header()
		if c.want == "" && (err == nil || !c.follows || !strings.Contains(err.Error(), c.why)) ||
			c.want != "" && (err != nil || h.Level != c.want || strings.Join(h.Why, "; ") != c.why) {
			t.Errorf("%s: level %q, why %q, %v", name, h.Level, h.Why, err)
		}
		if gone := strings.Contains(c.why, "finished"); gone != errors.Is(err, os.ErrProcessDone) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.Stop(t.Context(), nil); err != nil {
			t.Errorf("%s: stopping: %v", name, err)
		}
		for _, s := range []*fakeSource{f.bpf, f.perf} {
			if s != nil && s != r.source && !s.closed && s.refuses != nil {
				t.Errorf("%s: a source was left open", name)
			}
		}
	}
}

// What is inferred from cpu.stat is not known without it.
func TestSure(t *testing.T) {
	for name, c := range map[string]struct {
		change func(f *fake)
		want   map[record.KernelFact]record.Sure
	}{
		"perf":           {func(f *fake) { f.perf = newSource() }, map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen, record.FactThrottled: record.Inferred, record.FactStolen: record.Bounded}},
		"without groups": {func(f *fake) { f.perf = newSource(); delete(f.root, "proc/4711/cgroup") }, map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen, record.FactThrottled: record.Unknown, record.FactStolen: record.Bounded}},
		"poll":           {func(f *fake) {}, map[record.KernelFact]record.Sure{record.FactThrottled: record.Bounded, record.FactStolen: record.Bounded}},
		"no steal":       {func(f *fake) { f.write("proc/stat", "cpu 1 2 3\n") }, map[record.KernelFact]record.Sure{record.FactThrottled: record.Bounded}},
	} {
		f := newFake()
		c.change(f)
		r := begin(t, f, Options{File: new(bytes.Buffer)})
		for fact, want := range c.want {
			if got := r.Header().Sure[fact]; got != want {
				t.Errorf("%s: %s is %q, want %q", name, fact, got, want)
			}
		}
		if _, err := r.Stop(t.Context(), nil); err != nil {
			t.Error(name, err)
		}
	}
}

// Level poll has readings and the threads' names, renamed ones as well.
func TestPoll(t *testing.T) {
	f := newFake()
	var file bytes.Buffer
	r := begin(t, f, Options{Level: record.KernelPoll, File: &file})
	f.write("proc/4711/task/4711/comm", "renamed\n")
	f.write("proc/4711/task/4712/comm", "ends\n") // before its status is read
	f.clock += 100e6
	f.write("sys/fs/cgroup/pod/app/cpu.stat", "") // the group is no more
	r.pollOnce(false)
	if _, err := r.Stop(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "poll.txt", recorded(t, &file))
}

// The target's end is seen at every level, even when its parent has not been told.
func TestEnded(t *testing.T) {
	ended := func(r *Recording) bool {
		select {
		case <-r.Ended():
			return true
		default:
			return false
		}
	}
	for _, level := range []record.KernelLevel{record.KernelBPF, record.KernelPerf, record.KernelPoll, record.KernelNone} {
		f := newFake()
		f.bpf, f.perf = newSource(), newSource()
		r := begin(t, f, Options{Level: level, File: new(bytes.Buffer)})
		f.clock += 100e6
		if r.pollOnce(false); ended(r) {
			t.Errorf("%s: it lives", level)
		}
		f.write("proc/4711/stat", strings.Replace(string(f.root["proc/4711/stat"].Data), " S ", " Z ", 1))
		for range 2 {
			f.clock += 100e6
			r.pollOnce(false)
		}
		if !ended(r) {
			t.Errorf("%s: it has ended", level)
		}
		if _, err := r.Stop(t.Context(), nil); err != nil {
			t.Error(level, err)
		}
	}
}

// Whatever fails, Stop says so, and the rest is recorded.
func TestFaults(t *testing.T) {
	broken := errors.New("ring torn")
	for name, c := range map[string]struct {
		room  int
		fails error
		want  error
	}{
		"at once":   {0, nil, errFull},
		"on the go": {1500, nil, errFull},
		"source":    {1 << 20, broken, broken},
	} {
		f := newFake()
		f.bpf = newSource()
		f.bpf.fails = c.fails
		r, err := start(Options{File: &full{c.room}}, f.machine())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Follow(pid); err != nil { // or the file's error would be told twice
			t.Errorf("%s: following: %v", name, err)
		}
		for i := range int64(10_000) {
			f.bpf.send(event.KernelEvent{Time: 2e9 + 1e5*i, Kind: event.KernelOn, TID: 7})
		}
		if got, err := r.Stop(t.Context(), nil); !errors.Is(err, c.want) || got.Events < 10_000 {
			t.Errorf("%s: %d events, %v", name, got.Events, err)
		}
		if _, err := r.Stop(t.Context(), nil); err == nil {
			t.Errorf("%s: stopped twice", name)
		}
		if err := r.Follow(pid); err == nil {
			t.Errorf("%s: followed after it was stopped", name)
		}
	}
}

// Stop does not wait for a source that does not end.
func TestStopGivesUp(t *testing.T) {
	f := newFake()
	f.bpf = newSource()
	f.bpf.closed = true // Close does nothing
	r := begin(t, f, Options{File: new(bytes.Buffer)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Stop(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(f.bpf.events)
}

func TestFileOrMemory(t *testing.T) {
	for _, o := range []Options{{}, {File: new(bytes.Buffer), Keep: time.Second}} {
		if _, err := start(o, newFake().machine()); err == nil {
			t.Errorf("%+v is allowed", o)
		}
	}
}
