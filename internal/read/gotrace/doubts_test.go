package gotrace

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
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
