package gotrace

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/exp/trace"

	"tare/internal/trace/event"
)

// samples returns the recorded traces by the version of Go that wrote them.
// testdata/make.go is the program.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/*.trace.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded traces", err)
	}
	all := map[string][]byte{}
	for _, file := range files {
		packed, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		all[name[:len("1.22")]] = content
	}
	return all
}

// readAll returns the events of a trace, and why there are no more.
func readAll(t testing.TB, content []byte) ([]event.GoEvent, *Reader, error) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	var events []event.GoEvent
	for {
		var e event.GoEvent
		if err := r.Next(&e); err != nil {
			return events, r, err
		}
		events = append(events, e)
	}
}

// whole is readAll of a trace that has no end before its end.
func whole(t testing.TB, content []byte) ([]event.GoEvent, *Reader) {
	t.Helper()
	events, r, err := readAll(t, content)
	if err != io.EOF || len(events) == 0 {
		t.Fatalf("%d events, then %v", len(events), err)
	}
	return events, r
}

// plain returns what package trace reads.
func plain(t testing.TB, source io.Reader) []trace.Event {
	t.Helper()
	r, err := trace.NewReader(source)
	if err != nil {
		t.Fatal(err)
	}
	var events []trace.Event
	for {
		e, err := r.ReadEvent()
		if err == io.EOF {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
}
