package delivery

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"tare/internal/record"
)

func TestFailedSaysWhere(t *testing.T) {
	for want, variants := range map[string][]string{
		"FAIL p BenchmarkA: failed: ouch\n":      nil,
		"FAIL new: p BenchmarkA: failed: ouch\n": {"old", "new"},
	} {
		var stderr bytes.Buffer
		o := NewOutputs[record.Run](t.Context(), &stderr)
		o.Variants = variants
		o.Failed(record.Failure{Package: "p", Benchmark: "BenchmarkA", Variant: 1, Outcome: record.Failed, Message: "ouch"})
		if got := stderr.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A file keeps what it holds until there is something to put in its place.
func TestToFileReplacesAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte("the page of an earlier run"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := NewOutputs[string](t.Context(), io.Discard)
	if err := out.ToFile(path, nil, func(w io.Writer, text string) error { _, err := io.WriteString(w, text); return err }); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"the page of an earlier run", "new"} {
		if i == 1 {
			if err := errors.Join(out.Write("new"), out.Close()); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	if err := out.ToFile(filepath.Join(path, "x"), nil, nil); err == nil {
		t.Error("no error for a file below a file")
	}
}

// What was made for nothing is not left behind; what was there before is.
func TestToFileLeavesNothing(t *testing.T) {
	made, old := filepath.Join(t.TempDir(), "made"), filepath.Join(t.TempDir(), "old")
	if err := os.WriteFile(old, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out := NewOutputs[string](t.Context(), io.Discard)
	for _, path := range []string{made, old} {
		if err := out.ToFile(path, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(made); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := os.Stat(old); err != nil {
		t.Error(err)
	}
}

// A baseline stays when a run has come to nothing, and is replaced when it has not.
func TestBaselineStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.txt")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"old", "new"} {
		out := NewOutputs[string](t.Context(), io.Discard)
		w, err := out.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		page := func(w io.Writer, text string) error { _, err := io.WriteString(w, text); return err }
		if err := out.ToFile(path+".html", func(r string) bool { return r == "new" }, page); err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(w, "new")
		if want == "new" {
			err = errors.Join(err, out.Commit())
		}
		if err := errors.Join(err, out.Write(want), out.Close()); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
		if _, err := os.Stat(path + ".html"); (err == nil) != (want == "new") {
			t.Errorf("the page of %q: %v", want, err)
		}
	}
}
