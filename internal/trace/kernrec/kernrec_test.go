package kernrec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

var header = event.KernelHeader{Tare: "1.0", Level: record.KernelBPF, Kernel: "6.18.1", CPUs: 2, Clock: 1000, PID: 7,
	Sure: map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen}}

var trailer = event.KernelTrailer{Ended: 5e9, Events: 3, ProbeTime: record.Of(12),
	Windows: []record.Window{{Benchmark: record.Benchmark{Name: "BenchmarkX"}, N: 9, Spans: []record.Span{{From: 1, To: 2}}}}}

// switches is like what a scheduler does, with some of everything else.
func switches(n int) []event.KernelEvent {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]event.KernelEvent, n)
	for i, now := 0, header.Clock; i < n; i++ {
		now += random.Int64N(20_000)
		e := event.KernelEvent{Time: now, Kind: event.KernelOn, CPU: random.Int32N(4), TID: 4700 + random.Int32N(12)}
		switch random.IntN(8) {
		case 0, 1, 2, 3:
			e.Kind, e.Why, e.Stack = event.KernelOff, event.OffSleep, -1-record.StackID(random.Int32N(500))
			if e.Other = random.Int32N(3) * 1234; e.Other != 0 {
				e.Why, e.Name = event.OffPreempted, fmt.Sprint("kworker/", e.Other)
			}
			e.Own = random.IntN(4) == 0
		case 4:
			e = event.KernelEvent{Time: now, Kind: event.KernelStat, CPU: -1, Value: now / 7, Number: random.Int32N(3), Periods: 99}
		}
		all[i] = e
	}
	return all
}

func extremes() []event.KernelEvent {
	const high, low = math.MaxInt32, math.MinInt32
	return []event.KernelEvent{
		{},
		{Kind: 255, CPU: high, TID: low, Why: 255, Other: high, Own: true, Stack: low, Name: "a b\x00\xff", Value: math.MinInt64, Number: low, Periods: high},
		{Time: math.MaxInt64, CPU: low, TID: high, Other: low, Stack: high, Name: "a b\x00\xff", Value: math.MaxInt64, Number: high, Periods: low},
		{Time: math.MaxInt64},
	}
}

func written(t testing.TB, all []event.KernelEvent, stacks map[record.StackID][]record.Call) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, header)
	for id, calls := range stacks {
		err = errors.Join(err, w.Stack(id, calls))
	}
	for i := range all {
		err = errors.Join(err, w.Write(&all[i]))
	}
	if err = errors.Join(err, w.Close(trailer)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll returns what can be read, and the error that ends it.
func readAll(file io.Reader) (*Reader, []event.KernelEvent, error) {
	r, err := NewReader(file)
	if err != nil {
		return nil, nil, err
	}
	var all []event.KernelEvent
	for {
		var e event.KernelEvent
		if err := r.Next(&e); err != nil {
			return r, all, err
		}
		all = append(all, e)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	stacks := map[record.StackID][]record.Call{
		-1:                {{Func: "main.f", File: "/m.go", Line: 3}, {Func: "main.main", File: "/m.go", Line: math.MaxInt32}},
		math.MinInt32:     {{Func: "0x1234"}},
		-3:                {},
		math.MinInt32 + 1: {{}},
	}
	for name, all := range map[string][]event.KernelEvent{
		"nothing": nil, "extremes": extremes(), "many blocks": switches(50_000),
	} {
		r, got, err := readAll(bytes.NewReader(written(t, all, stacks)))
		if err != io.EOF || !reflect.DeepEqual(got, all) {
			t.Errorf("%s: %d events of %d, or others, then %v", name, len(got), len(all), err)
		}
		if end, ok := r.Trailer(); !ok || !reflect.DeepEqual(end, trailer) || !reflect.DeepEqual(r.Header(), header) {
			t.Errorf("%s: header %+v, trailer %+v", name, r.Header(), end)
		}
		for id, calls := range stacks {
			if got := r.Stack(id); !reflect.DeepEqual(got, calls) {
				t.Errorf("%s: stack %d is %v, want %v", name, id, got, calls)
			}
		}
	}
}

// spread has few events in each of its many blocks.
func spread() []event.KernelEvent {
	all := switches(60)
	for i := range all {
		all[i].Time += int64(i) * 3e8
	}
	return all
}

// Wherever a recording ends, all blocks before are used, and it is said that
// something is missing.
func TestCutAtEveryByte(t *testing.T) {
	all := spread()
	file := written(t, all, map[record.StackID][]record.Call{-1: {{Func: "main.f"}}})
	most, steps := 0, 0
	for end := 1; end < len(file); end++ {
		_, got, err := readAll(bytes.NewReader(file[:end]))
		broken, ok := errors.AsType[*Broken](err)
		if !ok || broken.Events != int64(len(got)) {
			t.Fatalf("cut at %d: %v", end, err)
		}
		if len(got) < most || len(got) > 0 && !reflect.DeepEqual(got, all[:len(got)]) {
			t.Fatalf("cut at %d: %d events after %d", end, len(got), most)
		}
		if len(got) > most {
			steps++
		}
		most = len(got)
	}
	if most != len(all) || steps < 10 {
		t.Errorf("without its trailer %d events, want %d, in %d blocks", most, len(all), steps)
	}
}

// No damaged bit is taken for data.
func TestDamagedBits(t *testing.T) {
	all := spread()
	file := written(t, all, map[record.StackID][]record.Call{-1: {{Func: "main.f"}}})
	for bit := range 8 * len(file) {
		damaged := bytes.Clone(file)
		damaged[bit/8] ^= 1 << (bit % 8)
		_, got, err := readAll(bytes.NewReader(damaged))
		if err == nil || err == io.EOF {
			t.Errorf("bit %d damaged: not noticed", bit)
		}
		if len(got) > 0 && !reflect.DeepEqual(got, all[:len(got)]) {
			t.Fatalf("bit %d damaged: other events", bit)
		}
	}
}

func TestMessages(t *testing.T) {
	file := string(written(t, switches(20_000), nil))
	for name, c := range map[string]struct{ file, want string }{
		"nothing":    {"", "not a kernel recording of tare"},
		"other file": {"go 1.26 trace\x00\x00\x00", "not a kernel recording of tare"},
		"newer":      {Magic + "3\n", "version 3, but this tare knows versions up to 2"},
		"no version": {Magic + "x\n", `no version, but "x"`},
		"endless":    {Magic + strings.Repeat("1", blockSize), "no events that can be read"},
		"no header":  {Magic + "1\n", "no events that can be read: it was not ended"},
		"cut":        {file[:len(file)/2], "events (67.753ms): its last block is cut off: unexpected EOF; what came before is used, what came later, the stacks and the summary are missing"},
		"no trailer": {file[:strings.LastIndex(file, "T")], "after 20000 events"},
		"large":      {Magic + "1\nE\xff\xff\xff\xff\x0f", "damaged"},
	} {
		_, _, err := readAll(strings.NewReader(c.file))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
	}
}

// A writer that failed stays silent, and what no reader would take is refused.
func TestWriterRefuses(t *testing.T) {
	full := errors.New("disk full")
	for name, c := range map[string]struct {
		do   func(w *Writer) error
		want string
	}{
		"backwards": {func(w *Writer) error {
			_ = w.Write(&event.KernelEvent{Time: 9})
			return w.Write(&event.KernelEvent{Time: 8})
		}, "8 ns after one of 9 ns"},
		"stack of the trace": {func(w *Writer) error { return w.Stack(1, nil) }, "negative"},
		"large trailer": {func(w *Writer) error {
			return w.Close(event.KernelTrailer{Windows: []record.Window{{Spans: make([]record.Span, 1<<20)}}})
		}, "at most 4194304"},
		"disk": {func(w *Writer) error { w.w = failing{full}; return w.Close(trailer) }, "disk full"},
	} {
		w, err := NewWriter(io.Discard, header)
		if err != nil {
			t.Fatal(err)
		}
		if err = c.do(w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if again := w.Write(&event.KernelEvent{Time: 10}); again != err || w.Close(trailer) != err {
			t.Errorf("%s: then %v", name, again)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// What is too long for a reader is cut off by the writer.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("ü", maxString)
	deep := make([]record.Call, 2*maxCalls)
	for i := range deep {
		deep[i] = record.Call{Func: fmt.Sprint(i, long), File: fmt.Sprint(-i, long)}
	}
	all := []event.KernelEvent{{Name: long, Kind: event.KernelThread}}
	r, got, err := readAll(bytes.NewReader(written(t, all, map[record.StackID][]record.Call{-1: deep})))
	if err != io.EOF || !strings.HasSuffix(got[0].Name, "ü…") || len(r.Stack(-1)) != maxCalls {
		t.Errorf("%d calls, name %.20q…, %v", len(r.Stack(-1)), got[0].Name, err)
	}
}

// What hostile files can make a reader hold is limited.
func TestManyStacks(t *testing.T) {
	r := &Reader{stacks: map[record.StackID][]record.Call{}, names: map[string]string{}, size: maxStacks - 1}
	var b stacks
	b.add(-1, nil)
	r.payload.Write(b.data)
	if err := r.addStacks(); err == nil {
		t.Error("there can be any number of stacks")
	}
}
