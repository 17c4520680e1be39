package history

import (
	"context"
	"errors"
	"io"

	"tare/internal/analysis/summary"
	"tare/internal/cli/delivery"
	"tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/engine/sweep"
	"tare/internal/host/files"
	"tare/internal/record"
	"tare/internal/report/benchtext"
	"tare/internal/report/comparisons"
	"tare/internal/report/csvtext"
	"tare/internal/report/markdown"
	"tare/internal/report/page"
	"tare/internal/report/runs"
	"tare/internal/report/sweeps"
	"tare/internal/report/text"
	"tare/internal/store"
)

// forms are what a run, a comparison or a sweep can be written as. A form that it has
// not is an error.
type forms struct {
	json     func(w io.Writer, full bool) error
	page     func(io.Writer) error
	table    func(io.Writer, text.Options) error
	bench    func(w io.Writer, variant string) error
	csv      func(io.Writer) error
	markdown func(io.Writer) error
}

// show writes the run, comparison or sweep that id names.
func (o *options) show(ctx context.Context, s *store.Store, id string, w io.Writer) error {
	id, kind, err := s.Find(ctx, id)
	if err != nil {
		return err
	}
	var f forms
	switch kind {
	case store.Comparison:
		f, err = formsOf(ctx, s.LoadComparison, id, o.comparisonForms)
	case store.Sweep:
		f, err = formsOf(ctx, s.LoadSweep, id, o.sweepForms)
	default:
		f, err = formsOf(ctx, s.Load, id, o.runForms)
	}
	if err != nil {
		return err
	}
	if o.html != "" {
		if err := writeFile(o.html, f.page); err != nil {
			return err
		}
	}
	return o.write(f, w)
}

// formsOf loads a result and returns its forms.
func formsOf[R any](ctx context.Context, load func(context.Context, string) (R, error), id string, in func(R) (forms, error)) (forms, error) {
	result, err := load(ctx, id)
	if err != nil {
		return forms{}, err
	}
	return in(result)
}

func (o *options) write(f forms, w io.Writer) error {
	format := o.format
	switch {
	case o.json.On():
		format = "json"
	case o.variant != "":
		format = "bench"
	}
	switch format {
	case "table":
		detail, err := o.detail.Resolve()
		if err != nil {
			return err
		}
		return f.table(w, text.For(w, detail))
	case "json":
		return f.json(w, o.json.Full())
	case "bench":
		return f.bench(w, o.variant)
	case "csv":
		return f.csv(w)
	case "markdown":
		return f.markdown(w)
	}
	return exit.Errorf(exit.Usage, "", "-format %q: table, bench, csv, json or markdown", o.format)
}

// runForms are those of a run. Its summaries were stored; a run that was killed
// has none, so they are computed again from its trials.
func (o *options) runForms(run record.Run) (forms, error) {
	if run.Finished.IsZero() {
		run.Summaries = summary.All(run)
	}
	if o.some() {
		if err := o.onlyOfRun(&run); err != nil {
			return forms{}, err
		}
	}
	rows, err := o.listing.Run()
	if err != nil {
		return forms{}, err
	}
	return forms{
		json:  func(w io.Writer, full bool) error { return delivery.RunJSON(w, run, full) },
		page:  func(w io.Writer) error { return page.Write(w, runs.Document(run, rows)) },
		table: func(w io.Writer, shown text.Options) error { return text.Write(w, runs.Document(run, rows), shown) },
		bench: func(w io.Writer, variant string) error {
			if variant != "" {
				return noVariant(variant, run.ID, store.Run)
			}
			return benchtext.Write(w, run, summary.Values)
		},
		csv: func(w io.Writer) error { return csvtext.Run(w, run) },
		markdown: func(io.Writer) error {
			return exit.Errorf(exit.Usage, "only comparisons and sweeps have that form", "-format markdown: %s is a run", run.ID)
		},
	}, nil
}

// some reports whether only some benchmarks are to be shown.
func (o *options) some() bool { return o.filter.Benchmark != nil || o.filter.Package != "" }

// comparisonForms are those of a comparison. One that was killed has no verdicts
// yet: they are what its trials come to.
func (o *options) comparisonForms(c record.Comparison) (forms, error) {
	if c.Finished.IsZero() && c.Design == record.Paired {
		compare.Conclude(&c)
	}
	if o.some() {
		if err := o.onlyOfComparison(&c); err != nil {
			return forms{}, err
		}
	}
	rows, err := o.listing.Comparison()
	if err != nil {
		return forms{}, err
	}
	doc := comparisons.Document(c, rows)
	return forms{
		json:  func(w io.Writer, full bool) error { return delivery.ComparisonJSON(w, c, full) },
		page:  func(w io.Writer) error { return page.Write(w, doc) },
		table: func(w io.Writer, shown text.Options) error { return text.Write(w, doc, shown) },
		bench: func(w io.Writer, variant string) error {
			run, err := ofVariant(c, variant)
			if err != nil {
				return err
			}
			return benchtext.Write(w, run, summary.Values)
		},
		csv:      func(w io.Writer) error { return csvtext.Comparison(w, c) },
		markdown: func(w io.Writer) error { return markdown.Write(w, doc) },
	}, nil
}

// sweepForms are those of a sweep. One that was killed has trials alone, and is concluded.
func (o *options) sweepForms(s record.Sweep) (forms, error) {
	if s.Finished.IsZero() {
		sweep.Conclude(&s)
	}
	if o.some() {
		if err := o.onlyOfSweep(&s); err != nil {
			return forms{}, err
		}
	}
	if err := o.listing.None("sweep"); err != nil {
		return forms{}, err
	}
	doc := sweeps.Document(s)
	return forms{
		json:  func(w io.Writer, full bool) error { return delivery.SweepJSON(w, s, full) },
		page:  func(w io.Writer) error { return page.Write(w, doc) },
		table: func(w io.Writer, shown text.Options) error { return text.Write(w, doc, shown) },
		bench: func(w io.Writer, variant string) error {
			if variant != "" {
				return noVariant(variant, s.ID, store.Sweep)
			}
			return benchtext.Sweep(w, s, summary.Values)
		},
		csv:      func(w io.Writer) error { return csvtext.Sweep(w, s) },
		markdown: func(w io.Writer) error { return markdown.Write(w, doc) },
	}, nil
}

// noVariant is the error of -variant for what is no comparison.
func noVariant(variant, id string, kind store.Kind) error {
	return exit.Errorf(exit.Usage, "only comparisons have variants", "-variant %q: %s is a %s", variant, id, kind)
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := files.Create(path)
	if err != nil {
		return err
	}
	if err = write(f); err == nil {
		err = f.Commit()
	}
	return errors.Join(err, f.Close())
}
