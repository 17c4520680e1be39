package compare

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"tare/internal/host/terminal"
	"tare/internal/record"
	"tare/internal/report/benchtext"
	"tare/internal/report/progress"
	"tare/internal/report/versus"
	"tare/internal/report/versuspage"
	"tare/internal/store"
	"tare/internal/summary"
	"tare/internal/verb/cli"
	"tare/internal/verb/measure"
)

// outputs is everything that a comparison writes to.
type outputs struct {
	ctx      context.Context
	progress *progress.Reporter
	store    *store.Store // nil when it is off
	finishes []func(record.Comparison) error
	files    []io.Closer
}

// openOutputs opens all that will be written, so that what cannot be written is
// known before an hour of measuring.
func openOutputs(ctx context.Context, o options, names []string, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{ctx: ctx, progress: measure.Progress(stderr)}
	err := out.standard(o, stdout, stderr)
	if err == nil && o.html != "" {
		err = out.file(o.html, versuspage.Write)
	}
	if err == nil && o.markdown != "" {
		err = out.file(o.markdown, versus.Markdown)
	}
	if err == nil && o.out != "" {
		err = out.folder(o.out, names)
	}
	if err == nil {
		out.store, err = measure.OpenStore(ctx, o.store)
	}
	if err != nil {
		return nil, errors.Join(err, out.close())
	}
	return out, nil
}

// standard decides what goes to standard output: people get a table, programs
// the Go benchmark format, and people the table besides.
func (out *outputs) standard(o options, stdout, stderr io.Writer) error {
	format := o.format
	if o.json {
		format = "json"
	}
	switch format {
	case "auto", "table":
		out.table(stdout)
	case "markdown":
		out.to(stdout, versus.Markdown)
	case "bench":
		out.table(stderr)
		out.to(stdout, writeBench)
	case "json":
		out.to(stdout, func(w io.Writer, c record.Comparison) error { return cli.WriteJSON(w, c) })
	default:
		return cli.Errorf(cli.Usage, "", "-format %q: auto, table, markdown, bench or json", o.format)
	}
	return nil
}

// to has write write to w at the end.
func (out *outputs) to(w io.Writer, write func(io.Writer, record.Comparison) error) {
	out.finishes = append(out.finishes, func(c record.Comparison) error { return write(w, c) })
}

func (out *outputs) table(w io.Writer) {
	out.to(w, func(w io.Writer, c record.Comparison) error {
		width, tty := terminal.Width(w)
		return versus.Write(w, c, versus.Options{Width: width, Color: tty && terminal.Color()})
	})
}

func (out *outputs) file(path string, write func(io.Writer, record.Comparison) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	out.files = append(out.files, f)
	out.to(f, write)
	return nil
}

// folder makes a file for each variant.
func (out *outputs) folder(path string, names []string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	for i, name := range names {
		err := out.file(filepath.Join(path, name+".txt"), func(w io.Writer, c record.Comparison) error {
			return benchtext.Write(w, c.AsRun(i), summary.Values)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeBench writes all variants one after the other, told apart by a
// configuration line for `benchstat -col=variant`.
func writeBench(w io.Writer, c record.Comparison) error {
	for i, v := range c.Variants {
		if _, err := io.WriteString(w, "variant: "+v.Name+"\n"); err != nil {
			return err
		}
		if err := benchtext.Write(w, c.AsRun(i), summary.Values); err != nil {
			return err
		}
	}
	return nil
}

// begin stores what is known before the first trial.
func (out *outputs) begin(c record.Comparison) error {
	if out.store == nil {
		return nil
	}
	return out.store.BeginComparison(out.ctx, c)
}

// trial stores one trial.
func (out *outputs) trial(id string, t record.Trial) error {
	if out.store == nil {
		return nil
	}
	return out.store.AddTrial(out.ctx, id, t)
}

func (out *outputs) failed(f record.Failure) { out.progress.Note(measure.FailureLine(f)) }

// finish writes the result. With measured, it was begun in the store.
func (out *outputs) finish(c record.Comparison, measured bool) error {
	out.progress.Done()
	var err error
	if out.store != nil && measured {
		err = out.store.FinishComparison(out.ctx, c)
	} else {
		c.ID = "" // it names a comparison in the store
	}
	for _, write := range out.finishes {
		err = errors.Join(err, write(c))
	}
	return err
}

func (out *outputs) close() error {
	var err error
	for _, f := range out.files {
		err = errors.Join(err, f.Close())
	}
	if out.store != nil {
		err = errors.Join(err, out.store.Close())
	}
	return err
}
