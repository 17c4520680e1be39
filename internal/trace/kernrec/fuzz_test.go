package kernrec

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"tare/internal/record"
)

// Chunks get through to the decoders whatever is in them: their checks are
// right.
func FuzzChunks(f *testing.F) {
	var e events
	for _, s := range append(switches(20), extremes()...) {
		e.reset(nil)
		e.add(&s)
		f.Add(byte(chunkEvents), bytes.Clone(e.data))
	}
	var b stacks
	b.add(-7, []record.Call{{Func: "f", File: "f", Line: 1}})
	f.Add(byte(chunkStacks), b.data)
	f.Add(byte(chunkTrailer), []byte(`{"ended":1,"windows":[{"n":1}]}`))
	f.Fuzz(func(t *testing.T, kind byte, payload []byte) {
		var file bytes.Buffer
		w, err := NewWriter(&file, header)
		if err != nil {
			t.Fatal(err)
		}
		w.write(kind, payload)
		r, all, err := readAll(&file)
		if _, ok := errors.AsType[*Broken](err); !ok && err != io.EOF {
			t.Fatal(err)
		}
		if len(all) > len(payload) {
			t.Errorf("%d events from %d bytes", len(all), len(payload))
		}
		// What was understood can be written again.
		again, got, err := readAll(bytes.NewReader(written(t, all, r.stacks)))
		if err != io.EOF || len(got) != len(all) || len(all) > 0 && !reflect.DeepEqual(got, all) || !reflect.DeepEqual(again.stacks, r.stacks) {
			t.Errorf("%d events, then %d: %v", len(all), len(got), err)
		}
	})
}

func FuzzReader(f *testing.F) {
	f.Add(written(f, switches(30), map[record.StackID][]record.Call{-1: {{Func: "f"}}}))
	f.Add([]byte(Magic + "1\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, all, err := readAll(bytes.NewReader(file)); err == nil || len(all) > len(file) {
			t.Errorf("%d events, %v", len(all), err)
		}
	})
}
