package gotrace

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tare/internal/record"
)

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
		{"go 1.31 trace\x00\x00\x00", "Go 1.31, and the newest that is known here is that of Go 1.26"},
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
				if e.Kind == record.GoSync {
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
	for e := new(record.GoEvent); err == nil; {
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
