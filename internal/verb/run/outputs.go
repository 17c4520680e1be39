package run

import (
	"context"
	"errors"
	"io"
	"os"

	"tare/internal/host/terminal"
	"tare/internal/record"
	"tare/internal/report/benchtext"
	"tare/internal/report/page"
	"tare/internal/report/progress"
	"tare/internal/report/table"
	"tare/internal/store"
	"tare/internal/summary"
	"tare/internal/verb/cli"
	"tare/internal/verb/measure"
)

// outputs is everything that a run writes to.
type outputs struct {
	ctx      context.Context
	options  options
	progress *progress.Reporter
	results  []*benchtext.Writer // standard output, -o
	files    []io.Closer
	table    io.Writer // nil when nobody reads it
	json     io.Writer // nil unless asked for
	html     *os.File
	store    *store.Store // nil when it is off
}

// openOutputs opens all that the run will write, so that what cannot be
// written is known before an hour of measuring.
func openOutputs(ctx context.Context, o options, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{ctx: ctx, options: o}
	err := out.standard(stdout, stderr)
	if err == nil && o.out != "" {
		err = out.resultFile(o.out)
	}
	if err == nil && o.html != "" {
		out.html, err = os.Create(o.html)
	}
	if err == nil {
		out.store, err = measure.OpenStore(ctx, o.store)
	}
	if err != nil {
		return nil, errors.Join(err, out.close())
	}
	out.progress = measure.Progress(stderr)
	return out, nil
}

// standard decides what goes to standard output: people get a table, programs
// the Go benchmark format.
func (out *outputs) standard(stdout, stderr io.Writer) error {
	format := out.options.format
	if out.options.json {
		format = "json"
	}
	if format == "auto" {
		format = "bench"
		if _, ok := terminal.Width(stdout); ok {
			format = "table"
		}
	}
	switch format {
	case "table":
		out.table = stdout
	case "bench":
		out.table = stderr
		out.results = append(out.results, benchtext.NewWriter(stdout))
	case "json":
		out.json = stdout
	default:
		return cli.Errorf(cli.Usage, "", "-format %q: auto, table, bench or json", out.options.format)
	}
	return nil
}

func (out *outputs) resultFile(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	out.files = append(out.files, f)
	out.results = append(out.results, benchtext.NewWriter(f))
	return nil
}

// begin writes what is known before the first trial.
func (out *outputs) begin(run *record.Run) error {
	var err error
	for _, w := range out.results {
		err = errors.Join(err, w.Header(*run))
	}
	if out.store != nil {
		err = errors.Join(err, out.store.Begin(out.ctx, *run))
	}
	return err
}

// trial writes one trial.
func (out *outputs) trial(id string, t record.Trial) error {
	var err error
	if out.store != nil {
		err = out.store.AddTrial(out.ctx, id, t)
	}
	if !t.Counts() {
		return err
	}
	if len(out.results) > 0 {
		out.progress.Clear()
	}
	for _, w := range out.results {
		err = errors.Join(err, w.Result(t, summary.Values(t)))
	}
	return err
}

func (out *outputs) stage(what string) {
	out.progress.Stage(what)
}

func (out *outputs) failed(f record.Failure) {
	out.progress.Note(measure.FailureLine(f))
}

// finish writes what is known at the end.
func (out *outputs) finish(run *record.Run) error {
	out.progress.Done()
	var err error
	if out.store != nil {
		err = out.store.Finish(out.ctx, *run)
	}
	if out.html != nil {
		err = errors.Join(err, page.Write(out.html, *run))
	}
	if out.json != nil {
		err = errors.Join(err, cli.WriteJSON(out.json, run))
	}
	if out.table != nil {
		shown := *run
		if out.store == nil {
			shown.ID = "" // it names a run in the store
		}
		width, tty := terminal.Width(out.table)
		err = errors.Join(err, table.Write(out.table, shown, table.Options{Width: width, Color: tty && terminal.Color()}))
	}
	return err
}

func (out *outputs) close() error {
	var err error
	for _, f := range out.files {
		err = errors.Join(err, f.Close())
	}
	if out.html != nil {
		err = errors.Join(err, out.html.Close())
	}
	if out.store != nil {
		err = errors.Join(err, out.store.Close())
	}
	return err
}
