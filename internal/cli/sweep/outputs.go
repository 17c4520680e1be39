package sweep

import (
	"context"
	"errors"
	"io"
	"strings"

	"tare/internal/analysis/summary"
	"tare/internal/cli/delivery"
	"tare/internal/engine/exit"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/record/redact"
	"tare/internal/report/benchtext"
	"tare/internal/report/csvtext"
	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/sweeps"
	"tare/internal/report/text"
)

// outputs is everything that a sweep writes to.
type outputs struct {
	delivery.Outputs[record.Sweep]
	budget rounds.Budget // of -for
	found  int           // benchmarks
}

// openOutputs opens all that will be written.
func openOutputs(ctx context.Context, o options, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{Outputs: delivery.NewOutputs[record.Sweep](ctx, stderr)}
	out.Save = o.save
	err := out.standard(o, stdout, stderr)
	for _, f := range []struct {
		path  string
		write func(io.Writer, record.Sweep) error
	}{{o.html, inHTML}, {o.markdown, inMarkdown}, {o.out, inBench}} {
		if err == nil && f.path != "" {
			err = out.ToFile(f.path, measured, f.write)
		}
	}
	if err == nil {
		err = out.OpenStore(o.store)
	}
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// measured reports whether there are results: without any, nothing is worth that what is
// there goes for it.
func measured(s record.Sweep) bool { return len(s.Benchmarks) > 0 }

// formats are the values of -format.
var formats = []string{"auto", "table", "markdown", "bench", "csv", "json"}

// standard decides what goes to standard output. Programs get their format there, and
// people the table besides.
func (out *outputs) standard(o options, stdout, stderr io.Writer) error {
	detail, err := o.detail.Resolve()
	if err != nil {
		return err
	}
	format := o.format
	if o.json.On() {
		format = "json"
	}
	switch format {
	case "auto", "table":
		out.table(stdout, detail)
	case "markdown":
		out.To(stdout, inMarkdown)
	case "bench":
		out.table(stderr, detail)
		out.To(stdout, inBench)
	case "csv":
		out.table(stderr, detail)
		out.To(stdout, csvtext.Sweep)
	case "json":
		out.To(stdout, func(w io.Writer, s record.Sweep) error { return delivery.SweepJSON(w, s, o.json.Full()) })
	default:
		return exit.Errorf(exit.Usage, "", "-format %q: one of %s", o.format, strings.Join(formats, ", "))
	}
	return nil
}

func (out *outputs) table(w io.Writer, detail model.Detail) {
	out.To(w, func(w io.Writer, s record.Sweep) error {
		return text.Write(w, sweeps.Document(s), text.For(w, detail))
	})
}

func inHTML(w io.Writer, s record.Sweep) error { return page.Write(w, sweeps.Document(s)) }

func inMarkdown(w io.Writer, s record.Sweep) error { return markdown.Write(w, sweeps.Document(s)) }

func inBench(w io.Writer, s record.Sweep) error { return benchtext.Sweep(w, s, summary.Values) }

// Begin stores what is known before the first trial.
func (out *outputs) Begin(s record.Sweep) error {
	if out.Store != nil {
		if err := out.Store.BeginSweep(out.Context, shown(s)); err != nil {
			return err
		}
	}
	out.ID = s.ID
	return nil
}

// shown is what may be stored and shown of a sweep: its command without secrets.
func shown(s record.Sweep) record.Sweep {
	s.Plan.Command = redact.Command(s.Plan.Command)
	return s
}

// Forecast says how long the rounds will take.
func (out *outputs) Forecast(f rounds.Forecast) {
	out.found = f.Benchmarks
	if text := delivery.Forecast(f, out.budget.Left(), "-max-rounds"); text != "" {
		out.Note(text)
	}
}

// Trial stores a trial.
func (out *outputs) Trial(t record.Trial) error { return out.Keep(t) }

// finish writes what is known at the end.
func (out *outputs) finish(s record.Sweep) error {
	out.Progress.Done()
	s = shown(s)
	stored, err := out.Stored(len(s.Trials)+len(s.Failures) > 0, func() error { return out.Store.FinishSweep(out.Context, s) })
	if !stored {
		s.ID = "" // it names a sweep in the store
	}
	if err == nil && len(s.Benchmarks)+len(s.Failures)+len(s.Skipped) == 0 {
		return nil // whatever the error is, it says all
	}
	return errors.Join(err, out.Write(s))
}
