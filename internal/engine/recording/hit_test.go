package recording

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/account"
)

// What a hit was of is kept beside its recording, by every condition there is.
func TestHitIsKept(t *testing.T) {
	for kind := range markNames {
		m := record.Mark{Kind: kind, Start: 100, End: 250, Name: "encode", G: 7, TID: 4711, Proc: 1, CPU: -1, Task: 3,
			Doing: record.ItemGC, Sure: record.Seen}
		want := HitOf("region>1ns", &m)
		dir := t.TempDir()
		if err := want.Save(dir); err != nil {
			t.Fatal(err)
		}
		got := Files{Trace: filepath.Join(dir, traceFile)}.Hit()
		if got == nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("kind %d: %+v", kind, got)
			continue
		}
		o := *got.Of
		back := record.Mark{Kind: record.MarkKind(o.Kind), Start: got.From, End: got.To, Name: o.Name, G: o.G, TID: o.TID, Proc: o.Proc, CPU: o.CPU,
			Task: o.Task, Doing: o.Doing, Sure: o.Sure}
		if !reflect.DeepEqual(back, m) {
			t.Errorf("kind %d: %+v", kind, back)
		}
	}
	if err := (Hit{What: "x", Of: &Happened{Kind: MarkName(record.MarkLog)}}).Save(t.TempDir()); err == nil {
		t.Error("a log made a condition true")
	}
}

// Hits of before know their times only, and what cannot be read is no hit.
func TestHitOfBefore(t *testing.T) {
	for text, want := range map[string]*Hit{
		`{"what":"throttled","from":12,"to":34}`: {What: "throttled", From: 12, To: 34},
		`{"what":"x","of":{"kind":"moon"}}`:      nil,
		`{`:                                      nil,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, hitFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := (Files{Kernel: filepath.Join(dir, kernelFile)}).Hit(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// It is explained for whom it happened to.
func TestHitIsOfSomebody(t *testing.T) {
	for kind, want := range map[record.MarkKind]account.Hit{
		record.MarkStop:     {},
		record.MarkWait:     {TID: 4711},
		record.MarkWake:     {G: 7, TID: 4711},
		record.MarkThrottle: {G: 7, TID: 4711},
		record.MarkRequest:  {G: 7, TID: 4711},
	} {
		h := HitOf("x", &record.Mark{Kind: kind, Start: 1, End: 2, G: 7, TID: 4711})
		if want.What, want.From, want.To = "x", 1, 2; *h.Whole() != want {
			t.Errorf("kind %d: %+v", kind, *h.Whole())
		}
	}
	if got := (&Hit{What: "x"}).Whole(); *got != (account.Hit{What: "x"}) {
		t.Errorf("of before: %+v", got)
	}
}
