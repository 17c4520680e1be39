package flight

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"tare/internal/record"
)

// Events that are not looked at in time are told as lost, at the place where they
// were, and never make the recorder wait.
func TestEvents(t *testing.T) {
	s := events{queue: make(queue, 2)}
	add := func(times ...int64) {
		for _, at := range times {
			s.add(&record.KernelEvent{Time: at, Kind: record.KernelOn})
		}
	}
	var got string
	take := func() {
		var e record.KernelEvent
		if err := s.queue.Next(&e); err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprint(e.Time, ":", e.Number, " ")
	}
	add(1, 2, 3, 4)
	take()
	add(5) // there is room to tell of the loss, and for nothing else
	take()
	take()
	add(6)
	take()
	take()
	if want := "1:0 2:0 5:2 6:1 6:0 "; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestBacklog(t *testing.T) {
	b := newBacklog(5)
	read := func() (string, error) {
		p := make([]byte, 3)
		n, err := b.Read(p)
		return string(p[:n]), err
	}
	var got []any
	for _, text := range []string{"abc", "de", "f", "g"} {
		if n, err := b.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	for range 3 {
		text, err := read()
		got = append(got, text, errors.Is(err, errBehind))
	}
	if want := "[abc false de false  true]"; fmt.Sprint(got) != want {
		t.Errorf("%v, not %s", got, want)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := read(); !errors.Is(err, errBehind) {
		t.Errorf("after its end: %v", err)
	}
}

// What nobody wants any more is not read to its end.
func TestBacklogDropped(t *testing.T) {
	b := newBacklog(100)
	if _, err := b.Write([]byte("abc")); err != nil {
		t.Fatal(err)
	}
	b.drop()
	if n, err := b.Read(make([]byte, 3)); n != 0 || err != io.EOF {
		t.Errorf("%d bytes, %v", n, err)
	}
}
