package recorder

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tare/internal/record"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

const pid = 4711

// fakeSource delivers what is sent to it.
type fakeSource struct {
	refuses error // Follow
	fails   error // Read, in the end
	events  chan sent
	calls   map[int32]int64
	closed  bool
}

type sent struct {
	e   event.KernelEvent
	pcs []uint64
	got chan bool
}

func newSource() *fakeSource { return &fakeSource{events: make(chan sent)} }

// send returns when the event has been taken.
func (s *fakeSource) send(e event.KernelEvent, pcs ...uint64) {
	got := make(chan bool)
	s.events <- sent{e, pcs, got}
	<-got
}

func (s *fakeSource) Follow(int) error { return s.refuses }

func (s *fakeSource) Sure() map[record.KernelFact]record.Sure {
	return map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen, record.FactThrottled: record.Inferred}
}

func (s *fakeSource) Read(tell func(*event.KernelEvent, []uint64)) error {
	for sent := range s.events {
		tell(&sent.e, sent.pcs)
		sent.e, sent.pcs = event.KernelEvent{}, nil // it may be used again
		close(sent.got)
	}
	return s.fails
}

func (s *fakeSource) Syscalls() map[int32]int64       { return s.calls }
func (s *fakeSource) Lost() int64                     { return 3 }
func (s *fakeSource) Cost() (ns, runs record.Reading) { return record.Of(1500), record.Of(12) }
func (s *fakeSource) Close() error {
	if !s.closed {
		s.closed = true
		close(s.events)
	}
	return nil
}

type fakeSymbols struct{}

func (fakeSymbols) Close() error    { return nil }
func (fakeSymbols) Unnamed() string { return "a file is too large" }
func (fakeSymbols) Stack(pcs []uint64) (calls []record.Call) {
	for _, pc := range pcs {
		calls = append(calls, record.Call{Func: fmt.Sprint("f", pc), File: "/f.go", Line: int(pc)})
	}
	return calls
}

// fake is a machine whose clock and files tests change.
type fake struct {
	clock     int64
	root      fstest.MapFS
	bpf, perf *fakeSource // nil: denied
}

// newFake is a process in a container of its own, with a clock that is a second
// ahead of tare's.
func newFake() *fake {
	f := &fake{clock: 1e9, root: fstest.MapFS{}}
	for name, text := range map[string]string{
		"proc/stat":                                "cpu  9 9 9 9 9 9 9 7 0 0\ncpu0 9 9 9 9 9 9 9 7 0 0\ncpu1 0 0 0 0 0 0 0 0 0 0\n",
		"proc/sys/kernel/osrelease":                "6.18.1\n",
		"proc/sys/kernel/random/boot_id":           "0-1-2\n",
		"proc/self/status":                         "Pid:\t1\nNSpid:\t1\n",
		"proc/self/timens_offsets":                 "monotonic 1 0\n",
		"proc/self/mountinfo":                      "30 20 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n",
		"proc/self/cgroup":                         "0::/tare\n",
		"proc/4711/stat":                           "4711 (app) S 1 4711 4711 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 100 0 0\n",
		"proc/4711/status":                         "Pid:\t4711\nNSpid:\t4711\t7\n",
		"proc/4711/timens_offsets":                 "monotonic 2 0\n",
		"proc/4711/cgroup":                         "0::/pod/app\n",
		"proc/4711/task/4711/comm":                 "app\n",
		"proc/4711/task/4711/status":               "Pid:\t4711\nNSpid:\t4711\t7\n",
		"sys/fs/cgroup/cgroup.procs":               "",
		"sys/fs/cgroup/cpu.stat":                   "usage_usec 5\n",
		"sys/fs/cgroup/pod/cgroup.procs":           "",
		"sys/fs/cgroup/pod/cgroup.type":            "domain\n",
		"sys/fs/cgroup/pod/cpu.max":                "max 100000\n",
		"sys/fs/cgroup/pod/cpu.stat":               "nr_periods 9\nnr_throttled 0\nthrottled_usec 0\n",
		"sys/fs/cgroup/pod/app/cgroup.procs":       "4711\n",
		"sys/fs/cgroup/pod/app/cgroup.type":        "domain\n",
		"sys/fs/cgroup/pod/app/cgroup.controllers": "cpu memory\n",
		"sys/fs/cgroup/pod/app/cpu.max":            "20000 100000\n",
		"sys/fs/cgroup/pod/app/cpu.stat":           "nr_periods 9\nnr_throttled 2\nthrottled_usec 500\n",
	} {
		f.write(name, text)
	}
	return f
}

// write changes a file, of which there may be readers.
func (f *fake) write(name, text string) {
	if f.root[name] == nil {
		f.root[name] = &fstest.MapFile{}
	}
	f.root[name].Data = []byte(text)
}

func (f *fake) machine() machine {
	open := func(s *fakeSource) (Source, record.Reading) {
		if s == nil {
			return nil, record.Missing(record.Denied, "not for you: ask somebody")
		}
		return s, record.Of(0)
	}
	return machine{
		root:    f.root,
		now:     func() int64 { return f.clock },
		wall:    func() time.Time { return time.Unix(1_700_000_000, f.clock) },
		bpf:     func(Options) (Source, record.Reading) { return open(f.bpf) },
		perf:    func() (Source, record.Reading) { return open(f.perf) },
		symbols: func(int) (Symbols, error) { return fakeSymbols{}, nil },
		ticks:   func(time.Duration) (<-chan time.Time, func()) { return nil, func() {} }, // tests poll themselves
	}
}

// recorded is a file in words.
func recorded(t *testing.T, file io.Reader) string {
	t.Helper()
	var b strings.Builder
	r, err := kernrec.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v\n", r.Header())
	var all []event.KernelEvent
	var e event.KernelEvent
	for err = r.Next(&e); err == nil; err = r.Next(&e) {
		all = append(all, e)
	}
	for _, e := range all {
		fmt.Fprintf(&b, "%+v\n", e)
		if e.Stack != 0 {
			fmt.Fprintf(&b, "\t%+v\n", r.Stack(e.Stack))
		}
	}
	end, ok := r.Trailer()
	fmt.Fprintf(&b, "%v\n%+v %v\n", err, end, ok)
	return b.String()
}

// begin starts a recording of the fake process into b.
func begin(t *testing.T, f *fake, o Options) *Recording {
	t.Helper()
	r, err := start(o, f.machine())
	if err == nil {
		err = r.Follow(pid)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// full is a disk with some room.
type full struct{ room int }

var errFull = errors.New("disk full")

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}
