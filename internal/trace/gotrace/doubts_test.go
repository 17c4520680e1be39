package gotrace

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tare/internal/trace/event"
)

// damaged returns a trace in which change has changed some of the batches. It is told
// how many came before.
func damaged(t *testing.T, content []byte, change func(n int, b *batch)) []byte {
	t.Helper()
	all := bytes.Clone(content[:headerSize])
	for n, rest := 0, content[headerSize:]; len(rest) > 0; n++ {
		b, size, err := parseBatch(rest)
		if err != nil {
			t.Fatal(err)
		}
		b.data = bytes.Clone(b.data)
		change(n, &b)
		all, rest = b.append(all), rest[size:]
	}
	return all
}

// doubtsOf reads a trace, to its end or not, and returns the doubts.
func doubtsOf(t *testing.T, content []byte) []string {
	t.Helper()
	_, r, _ := readAll(t, content)
	return r.Doubts()
}

// There are no doubts about traces of real programs.
func TestNoDoubts(t *testing.T) {
	for name, content := range samples(t) {
		if all := doubtsOf(t, content); len(all) > 0 {
			t.Errorf("%s: %q", name, all)
		}
	}
}

// One bit that is not as it was changes times without making the trace unreadable.
func TestDoubts(t *testing.T) {
	const shift = 1 << 20 // ticks, 67 ms
	for name, content := range samples(t) {
		last := lastOfThreads(t, content)
		rates := 0
		for _, c := range []struct {
			why    string
			change func(n int, b *batch)
			want   string
		}{
			{"the rate of the first generation", func(_ int, b *batch) {
				if f, ok := b.frequency(); ok && rates == 0 {
					rates++
					flipRate(b, f)
				}
			}, "its clock does not tick at one rate"},
			{"the beginning of a batch that others follow", func(n int, b *batch) {
				if n == last.before {
					b.ticks += shift
				}
			}, "the events of a thread go back by"},
			{"the beginning of a batch behind others", func(n int, b *batch) {
				if n == last.at {
					b.ticks -= min(b.ticks, 1<<40)
				}
			}, "the events of a thread go back by"},
		} {
			if got := strings.Join(doubtsOf(t, damaged(t, content, c.change)), "; "); !strings.Contains(got, c.want) {
				t.Errorf("%s, %s: %q", name, c.why, got)
			}
		}
	}
}

// flipRate changes a bit of the frequency, which is worth 7 %.
func flipRate(b *batch, f uint64) {
	at := bytes.Index(b.data, binary.AppendUvarint(nil, f))
	b.data = slices.Concat(b.data[:at], binary.AppendUvarint(nil, f^1<<20), b.data[at+len(binary.AppendUvarint(nil, f)):])
}

// lastOfThreads returns two batches of events, by number, that follow each other in
// the same thread.
func lastOfThreads(t *testing.T, content []byte) (found struct{ before, at int }) {
	seen := map[uint64]int{}
	damaged(t, content, func(n int, b *batch) {
		if _, _, timed := b.split(0); !timed || b.kind != evEventBatch || b.thread == noThread {
			return
		}
		if before, ok := seen[b.thread]; ok {
			found.before, found.at = before, n
		}
		seen[b.thread] = n
	})
	if found.at == 0 {
		t.Fatal("no thread has two batches")
	}
	return found
}

// What clocks and generations say is compared, and what lies within what a machine
// does is none.
func TestDoubtsOfGenerations(t *testing.T) {
	const tick, ms = 64, 1_000_000
	for _, c := range []struct {
		second uint64
		last   int64 // event before the generation that begins at 1 s
		skews  []int64
		want   string
	}{
		{usualRate, 1000 * ms, []int64{0, 0}, ""},
		{usualRate, 1200 * ms, []int64{5, ms / 2}, ""},
		{usualRate, 1300 * ms, nil, "at 900ms a part begins 300ms before the end of the one before it"},
		{usualRate, 0, []int64{0, 67 * ms}, "at 900ms its clock and the system's are 67ms further apart than at first"},
		{11_700_000, 1300 * ms, []int64{0, 67 * ms}, ""}, // an estimate, on Windows
	} {
		var d doubts
		d.frequency(c.second)
		d.begun(1100*ms/tick, true)
		d.begun(1000*ms/tick, false)
		d.generation(c.last)
		d.generation(1 << 60) // there is none
		for _, skew := range c.skews {
			d.clocks(&Clocks{Trace: 1000 * ms, Monotonic: 1000*ms - skew})
		}
		if got := strings.Join(d.texts(100*ms), "; "); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestNotReadable(t *testing.T) {
	zip := func(s string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(s))
		z.Close()
		return b.String()
	}
	for _, c := range []struct{ content, want string }{
		{"", "it is empty"},
		{"go 1.26 tr", "breaks off in its header"},
		{"<!DOCTYPE html>\n<title>502 Bad Gateway</title>", "a web page"},
		{"Could not enable tracing: tracing already enabled\n", `the text "Could not enable tracing: tracing already enabled"`},
		{"404", `the text "404"`},
		{"\x7fELF\x02\x01\x01\x00", "the bytes 7f 45 4c 46"},
		{zip("\x0a\x04\x08\x01\x10\x02 a profile of something"), "go tool pprof"},
		{zip("go 1.26 trace\x00\x00\x00" + strings.Repeat("xyz", 1000)), "unpack it first"},
		{"go 1.5 trace\x00\x00\x00\x00", "Go 1.22 or newer"},
		{"go 1.21 trace\x00\x00\x00", "Go 1.22 or newer"},
		{"go 1.31 trace\x00\x00\x00", "Go 1.31, but this tare knows none newer than Go 1.26"},
	} {
		if _, err := NewReader(strings.NewReader(c.content)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, not %q", c.content, err, c.want)
		}
	}
	broken := errors.New("the disk is gone")
	if _, err := NewReader(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestCut cuts traces off: what is whole generations must be read, and the rest
// must be said to be missing.
func TestCut(t *testing.T) {
	for name, content := range samples(t) {
		want, _ := whole(t, content)
		for _, part := range []int{2, 30, 60, 90, 99} {
			n := len(content) * part / 100
			got, _, err := readAll(t, content[:n])
			b, ok := errors.AsType[*Broken](err)
			if !ok || b.Offset > int64(n) || !strings.Contains(b.Why, "it ends in the middle") {
				t.Errorf("%s, %d %%: %v", name, part, err)
				continue
			}
			safe := 0 // events of whole generations
			for i, e := range got {
				if e.Kind == event.GoSync {
					safe = i
				}
			}
			if part > 60 && safe == 0 {
				t.Errorf("%s, %d %%: no generation of %d events", name, part, len(got))
			}
			for i := range safe {
				if what(&got[i]) != what(&want[i]) || got[i].Time != want[i].Time {
					t.Errorf("%s, %d %%: event %d is %+v, not %+v", name, part, i, got[i], want[i])
					break
				}
			}
			if good := len(got) > 0; good != (b.Time != 0) || good && !strings.HasPrefix(err.Error(), "only the first ") {
				t.Errorf("%s, %d %%: %d events, %v", name, part, len(got), err)
			}
		}
	}
}

func TestDamaged(t *testing.T) {
	content := samples(t)["1.26"]
	first, n, err := parseBatch(content[headerSize:])
	if err != nil {
		t.Fatal(err)
	}
	missing := withoutBatch(t, content)
	foreign := append(bytes.Clone(content[:headerSize+n]), 'X')
	first.data = make([]byte, maxBatch+1)
	huge := first.append(bytes.Clone(content[:headerSize]))
	for _, c := range []struct {
		content []byte
		want    string
	}{
		{missing, "it contradicts itself ("},
		{foreign, "it is damaged at byte "},
		{huge, "a batch has 65537 bytes"},
		{impossible(), "it contradicts itself (runtime error: index out of range [258]"},
	} {
		_, _, err := readAll(t, c.content)
		if b, ok := errors.AsType[*Broken](err); !ok || !strings.Contains(b.Why, c.want) {
			t.Errorf("%v, not %q", err, c.want)
		}
	}
	gone := errors.New("the connection was reset")
	r, err := NewReader(io.MultiReader(bytes.NewReader(content[:len(content)/2]), iotest.ErrReader(gone)))
	for e := new(event.GoEvent); err == nil; {
		err = r.Next(e)
	}
	if !errors.Is(err, gone) || !strings.Contains(err.Error(), "reading it failed") {
		t.Error(err)
	}
}

// withoutBatch leaves out the first batch of a thread's events.
func withoutBatch(t *testing.T, content []byte) []byte {
	for at := headerSize; ; {
		b, n, err := parseBatch(content[at:])
		if err != nil {
			t.Fatal(err)
		}
		if _, _, timed := b.split(0); timed && b.thread != noThread {
			return append(bytes.Clone(content[:at]), content[at+n:]...)
		}
		at += n
	}
}

// impossible returns a trace with a P in state 258, for which package trace
// panics: when it checks the state, it looks at the last 8 bits.
func impossible() []byte {
	const evProcStatus, evClockSnapshot = 13, 51
	clock := []byte{evSync, evFrequency, 100, evClockSnapshot, 0, 1, 1, 1} // ticks per second; ticks, ns, s, ns
	status := binary.AppendUvarint([]byte{evProcStatus, 0, 7}, 258)        // ticks, P
	content := []byte("go 1.26 trace\x00\x00\x00")
	for _, data := range [][]byte{clock, status} {
		b := batch{kind: evEventBatch, generation: 1, thread: noThread, ticks: 1000, data: data}
		content = b.append(content)
	}
	return append(content, evEndOfGeneration)
}
