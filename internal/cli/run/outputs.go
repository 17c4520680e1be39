package run

import (
	"context"
	"errors"
	"io"

	"tare/internal/analysis/summary"
	"tare/internal/cli/delivery"
	"tare/internal/engine/exit"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/report/benchtext"
	"tare/internal/report/csvtext"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/runs"
	"tare/internal/report/text"
)

// outputs is everything that a run writes to.
type outputs struct {
	delivery.Outputs[record.Run]
	results []*benchtext.Writer // standard output, -o
	budget  rounds.Budget       // of -for
	found   int                 // benchmarks
	rows    runs.Options
}

// openOutputs opens all that the run will write.
func openOutputs(ctx context.Context, o options, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{Outputs: delivery.NewOutputs[record.Run](ctx, stderr)}
	out.Save = o.save
	var err error
	if out.rows, err = o.listing.Run(); err == nil {
		err = out.standard(o, stdout, stderr)
	}
	if err == nil && o.out != "" {
		err = out.resultFile(o.out)
	}
	if err == nil && o.html != "" {
		err = out.ToFile(o.html, measured, func(w io.Writer, run record.Run) error { return page.Write(w, runs.Document(run, out.rows)) })
	}
	if err == nil {
		err = out.OpenStore(o.store)
	}
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// measured reports whether there are results: a page without any is not worth that
// another one goes for it.
func measured(run record.Run) bool { return len(run.Summaries) > 0 }

// standard decides what goes to standard output: people get a table, programs
// the Go benchmark format.
func (out *outputs) standard(o options, stdout, stderr io.Writer) error {
	format := o.format
	if o.json.On() {
		format = "json"
	}
	if format == "auto" {
		format = "bench"
		if _, ok := text.Columns(stdout); ok {
			format = "table"
		}
	}
	detail, err := o.detail.Resolve()
	if err != nil {
		return err
	}
	switch format {
	case "table":
		out.table(stdout, detail)
	case "bench":
		out.table(stderr, detail)
		out.results = append(out.results, benchtext.NewWriter(stdout))
	case "csv":
		out.table(stderr, detail)
		out.To(stdout, csvtext.Run)
	case "json":
		out.To(stdout, func(w io.Writer, run record.Run) error { return delivery.RunJSON(w, run, o.json.Full()) })
	default:
		return exit.Errorf(exit.Usage, "", "-format %q: auto, table, bench, csv or json", o.format)
	}
	return nil
}

func (out *outputs) table(w io.Writer, detail model.Detail) {
	out.To(w, func(w io.Writer, run record.Run) error {
		return text.Write(w, runs.Document(run, out.rows), text.For(w, detail))
	})
}

func (out *outputs) resultFile(path string) error {
	f, err := out.Create(path)
	if err == nil {
		out.results = append(out.results, benchtext.NewWriter(f))
	}
	return err
}

// Begin writes what is known before the first trial.
func (out *outputs) Begin(run record.Run) error {
	out.ID = run.ID
	for _, w := range out.results {
		w.Header(run)
	}
	if out.Store == nil {
		return nil
	}
	return out.Store.Begin(out.Context, run)
}

// Forecast says how long the rounds will take.
func (out *outputs) Forecast(f rounds.Forecast) {
	out.found = f.Benchmarks
	if text := delivery.Forecast(f, out.budget.Left(), "-max-rounds"); text != "" {
		out.Note(text)
	}
}

// Trial writes one trial.
func (out *outputs) Trial(t record.Trial) error {
	err := out.Keep(t)
	if !t.Counts() {
		return err
	}
	if len(out.results) > 0 {
		out.Progress.Clear()
	}
	for _, w := range out.results {
		err = errors.Join(err, w.Result(t, summary.Values(t)))
	}
	return err
}

// finish writes what is known at the end.
func (out *outputs) finish(run record.Run) error {
	out.Progress.Done()
	stored, err := out.Stored(len(run.Trials) > 0, func() error { return out.Store.Finish(out.Context, run) })
	if !stored {
		run.ID = "" // it names a run in the store
	}
	if measured(run) {
		err = errors.Join(err, out.Commit())
	}
	if err == nil && len(run.Summaries)+len(run.Failures)+len(run.Skipped) == 0 {
		return nil // whatever the error is, it says all
	}
	return errors.Join(err, out.Write(run))
}
