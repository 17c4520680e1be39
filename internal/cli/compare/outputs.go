package compare

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"tare/internal/analysis/summary"
	"tare/internal/cli/delivery"
	engine "tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/host/invoker"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/report/benchtext"
	"tare/internal/report/comparisons"
	"tare/internal/report/csvtext"
	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/text"
)

// outputs is everything that a comparison writes to.
type outputs struct {
	delivery.Outputs[record.Comparison]
	budget rounds.Budget // of -for
	rows   comparisons.Options
}

// openOutputs opens all that will be written.
func openOutputs(ctx context.Context, o options, names []string, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{Outputs: delivery.NewOutputs[record.Comparison](ctx, stderr)}
	out.Save = o.save
	var err error
	if out.rows, err = o.listing.Comparison(); err == nil {
		err = out.standard(o, stdout, stderr)
	}
	if err == nil && o.html != "" {
		err = out.ToFile(o.html, measured, out.inHTML)
	}
	if err == nil && o.markdown != "" {
		err = out.ToFile(o.markdown, measured, out.inMarkdown)
	}
	if err == nil && o.out != "" {
		err = out.folder(o.out, names)
	}
	if err == nil {
		err = out.OpenStore(o.store)
	}
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// measured reports whether there are results: without any, nothing is worth that what
// is there goes for it.
func measured(c record.Comparison) bool { return len(c.Benchmarks) > 0 || len(c.Unmatched) > 0 }

// formats are the values of -format.
var formats = []string{"auto", "table", "markdown", "bench", "csv", "json"}

// standard decides what goes to standard output: people get a table, programs
// the Go benchmark format, and people the table besides.
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
		out.To(stdout, out.inMarkdown)
	case "bench":
		out.table(stderr, detail)
		out.To(stdout, writeBench)
	case "csv":
		out.table(stderr, detail)
		out.To(stdout, csvtext.Comparison)
	case "json":
		out.To(stdout, func(w io.Writer, c record.Comparison) error { return delivery.ComparisonJSON(w, c, o.json.Full()) })
	default:
		return exit.Errorf(exit.Usage, "", "-format %q: one of %s", o.format, strings.Join(formats, ", "))
	}
	return nil
}

func (out *outputs) table(w io.Writer, detail model.Detail) {
	out.To(w, func(w io.Writer, c record.Comparison) error {
		return text.Write(w, comparisons.Document(c, out.rows), text.For(w, detail))
	})
}

func (out *outputs) inHTML(w io.Writer, c record.Comparison) error {
	return page.Write(w, comparisons.Document(c, out.rows))
}

func (out *outputs) inMarkdown(w io.Writer, c record.Comparison) error {
	return markdown.Write(w, comparisons.Document(c, out.rows))
}

// folder makes a file for each variant.
func (out *outputs) folder(path string, names []string) error {
	if err := invoker.MkdirAll(path, 0o777); err != nil {
		return err
	}
	for i, name := range names {
		err := out.ToFile(filepath.Join(path, name+".txt"), measured, func(w io.Writer, c record.Comparison) error {
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

// Begin stores what is known before the first trial.
func (out *outputs) Begin(c record.Comparison) error {
	if out.Store != nil {
		begin := out.Store.BeginComparison
		if len(c.Sessions) > 0 {
			begin = out.Store.ReopenComparison
		}
		if err := begin(out.Context, c); err != nil {
			return err
		}
	}
	out.ID = c.ID
	return nil
}

// Forecast says how long the rounds will take.
func (out *outputs) Forecast(f rounds.Forecast) {
	if text := delivery.Forecast(f, out.budget.Left(), "-max-rounds"); text != "" {
		out.Note(text)
	}
}

// Looked says which changes the comparison can find.
func (out *outputs) Looked(o engine.Outlook) {
	out.Note(comparisons.Limits(o.Pairs, o.Change, o.Margin))
}

// Trial stores a trial.
func (out *outputs) Trial(t record.Trial) error { return out.Keep(t) }

// finish writes the result. With measured, it was begun in the store.
func (out *outputs) finish(c record.Comparison, measured bool) error {
	out.Progress.Done()
	stored := false
	var err error
	if measured {
		stored, err = out.Stored(len(c.Trials)+len(c.Failures)+len(c.Sessions) > 0, func() error { return out.Store.FinishComparison(out.Context, c) })
	}
	if !stored {
		c.ID = "" // it names a comparison in the store
	}
	return errors.Join(err, out.Write(c))
}
