// Package benchtext writes trials in the Go benchmark format
// (https://golang.org/design/14313-benchmark-format), so that benchstat and
// every tool built on it read tare's results as if `go test` had printed them.
package benchtext

import (
	"bytes"
	"fmt"
	"io"

	"tare/internal/record"
)

// Writer streams a run: Header once, then Result as each trial ends. It is not
// safe for concurrent use.
type Writer struct {
	w   io.Writer
	buf bytes.Buffer // what one call writes, so that lines never arrive torn
	pkg string       // as of the last pkg line
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a whole run: Header, then the Result of every trial with what
// values returns for it.
func Write(w io.Writer, run record.Run, values func(record.Trial) []record.Value) error {
	out := NewWriter(w)
	out.Header(run)
	for _, t := range run.Trials {
		if err := out.Result(t, values(t)); err != nil {
			return err
		}
	}
	return nil
}

// Header has what holds for every result of the run written with the first one:
// configuration lines, remarks and unit metadata. It needs run's Source, Machine, Cell, Plan and
// the fields above them; trials and summaries may still be empty.
//
// Only goos, goarch and cpu are configuration (pkg follows before the results):
// benchstat starts a new table wherever a configuration value differs, so a
// quota, a seed or a time there would keep the two sides of a comparison
// apart. Those become remarks, which start with "#" and are skipped by readers.
func (w *Writer) Header(run record.Run) {
	w.config("goos", run.Machine.GOOS)
	w.config("goarch", run.Machine.GOARCH)
	w.config("cpu", run.Machine.CPUModel)
	for _, r := range remarks(run) {
		w.remark(r)
	}
	for _, u := range lowerIsBetter() {
		fmt.Fprintf(&w.buf, "Unit %s better=lower\n", u)
	}
}

// Result writes the result line of t with values in the given order, after a
// pkg line if the package changed: rounds interleave packages. A trial that is
// not a clean observation (record.Trial.Counts) writes nothing, since readers
// take every result line for one. Values that are not finite are left out.
func (w *Writer) Result(t record.Trial, values []record.Value) error {
	if !t.Counts() || len(values) == 0 {
		return nil
	}
	if b := t.Benchmark; b.Package != w.pkg {
		w.config("pkg", b.Package)
		w.pkg = b.Package
	}
	fmt.Fprintf(&w.buf, "%s\t%8d", name(t.Benchmark), t.N)
	for _, v := range values {
		w.value(v)
	}
	w.buf.WriteByte('\n')
	return w.flush("result of " + name(t.Benchmark))
}

// config sets key to value for the results that follow; benchfmt takes an
// empty value for the removal of the key, and so it does nothing at the top.
func (w *Writer) config(key, value string) {
	if value = oneLine(value); value != "" {
		value = " " + value
	}
	fmt.Fprintf(&w.buf, "%s:%s\n", key, value)
}

func (w *Writer) remark(text string) {
	fmt.Fprintf(&w.buf, "# %s\n", oneLine(text))
}

func (w *Writer) flush(what string) error {
	_, err := w.w.Write(w.buf.Bytes())
	w.buf.Reset()
	if err != nil {
		return fmt.Errorf("writing benchmark %s: %w", what, err)
	}
	return nil
}

// name appends GOMAXPROCS as package testing does: not when it is 1.
func name(b record.Benchmark) string {
	if b.Procs == 1 {
		return b.Name
	}
	return fmt.Sprintf("%s-%d", b.Name, b.Procs)
}

// lowerIsBetter lists the units that are tare's own; readers know Go's.
func lowerIsBetter() []string {
	units := []string{"net-ns/op", "cpu-ns/op"}
	for _, item := range (record.Bill{}).Items() {
		units = append(units, item.Unit)
	}
	return units
}
