package kernrec

import (
	"bytes"
	"io"
	"testing"

	"tare/internal/trace/event"
)

func BenchmarkWrite(b *testing.B) {
	all := switches(100_000)
	w, err := NewWriter(io.Discard, header)
	if err != nil {
		b.Fatal(err)
	}
	size := counter(0)
	w.w = &size
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i %= len(all); i == 0 {
			w.last = 0
		}
		if err := w.Write(&all[i]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/float64(b.N), "B/event")
}

type counter int

func (c *counter) Write(b []byte) (int, error) { *c += counter(len(b)); return len(b), nil }

func BenchmarkRead(b *testing.B) {
	file := written(b, switches(100_000), nil)
	b.ReportAllocs()
	var r *Reader
	var e event.KernelEvent
	for b.Loop() {
		if r == nil || r.Next(&e) != nil {
			var err error
			if r, err = NewReader(bytes.NewReader(file)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
