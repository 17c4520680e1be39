package gotrace

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"time"

	"tare/internal/trace/event"
)

// FuzzReader reads anything: it must end, in order, and without a panic.
func FuzzReader(f *testing.F) {
	for _, content := range samples(f) {
		last := NewRing(0, len(content)) // the fuzzer is slow with large inputs
		last.Write(content)
		last.Close()
		var b bytes.Buffer
		last.WriteTo(&b)
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		r, err := NewReader(bytes.NewReader(content))
		if err != nil {
			return
		}
		defer r.Close()
		var e event.GoEvent
		last := int64(0)
		for err = r.Next(&e); err == nil; err = r.Next(&e) {
			if e.Time <= last && last > 0 || e.Kind == event.GoNothing {
				t.Fatalf("%+v after %d", e, last)
			}
			last = e.Time
			r.String(e.Name)
			r.Stack(e.Stack)
			r.Stack(e.Other)
		}
		if b, broken := errors.AsType[*Broken](err); err != io.EOF && (!broken || b.Offset > int64(len(content)) || len(b.Error()) > 1000) {
			t.Fatal(err)
		}
	})
}

// FuzzRing writes anything to a ring: what it writes must be pieces of what it
// got, and no more than it may hold.
func FuzzRing(f *testing.F) {
	for _, content := range samples(f) {
		f.Add(content, 3000, 20_000_000)
	}
	f.Fuzz(func(t *testing.T, content []byte, size, keep int) {
		r := NewRing(time.Duration(keep), size)
		half := len(content) / 2
		if _, err := r.Write(content[:half]); err == nil {
			r.Write(content[half:])
		}
		r.Close()
		var b bytes.Buffer
		if _, err := r.WriteTo(&b); err != nil {
			return
		}
		if b.Len()-headerSize > max(size, 0) {
			t.Fatalf("%d bytes are held, not %d", b.Len(), size)
		}
		for rest := b.Bytes()[headerSize:]; len(rest) > 0; {
			_, n, err := parseBatch(rest)
			if err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
	})
}
