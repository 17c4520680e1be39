package lab

import (
	"context"
	"errors"
	"io"

	"tare/internal/cli/delivery"
	"tare/internal/engine/exit"
	"tare/internal/lab"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/report/labs"
	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/progress"
	"tare/internal/report/text"
)

// outputs is everything that a lab writes to. It is the engine's sink.
type outputs struct {
	delivery.Outputs[record.Lab]
	claims []lab.Claim
	host   lab.Host

	current lab.Claim
	index   int // of that one
	done    int // trials so far
}

// openOutputs opens all that will be written.
func openOutputs(ctx context.Context, o options, some []lab.Claim, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{Outputs: delivery.NewOutputs[record.Lab](ctx, stderr), claims: some}
	err := out.standard(o, stdout)
	if err == nil && o.html != "" {
		err = out.ToFile(o.html, tested, func(w io.Writer, l record.Lab) error { return page.Write(w, out.document(l)) })
	}
	if err == nil && o.markdown != "" {
		err = out.ToFile(o.markdown, tested, out.inMarkdown)
	}
	if err == nil && o.out != "" {
		err = out.ToFile(o.out, tested, func(w io.Writer, l record.Lab) error { return delivery.LabJSON(w, l, o.json.Full()) })
	}
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// tested reports whether there are results: without any, nothing is worth that what is
// there goes for it.
func tested(l record.Lab) bool { return len(l.Experiments) > 0 }

func (out *outputs) document(l record.Lab) model.Document { return labs.Document(l, out.claims) }

// standard decides what goes to standard output.
func (out *outputs) standard(o options, stdout io.Writer) error {
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
		out.To(stdout, func(w io.Writer, l record.Lab) error {
			return text.Write(w, out.document(l), text.For(w, detail))
		})
	case "markdown":
		out.To(stdout, out.inMarkdown)
	case "json":
		out.To(stdout, func(w io.Writer, l record.Lab) error { return delivery.LabJSON(w, l, o.json.Full()) })
	default:
		return exit.Errorf(exit.Usage, "", "-format %q: auto, table, markdown or json", o.format)
	}
	return nil
}

func (out *outputs) inMarkdown(w io.Writer, l record.Lab) error {
	return markdown.Write(w, out.document(l))
}

// Experiment implements the engine's sink.
func (out *outputs) Experiment(c lab.Claim, i, _ int) {
	out.current, out.index = c, i
	out.Variants = nil
	for _, v := range c.Variants(out.host) {
		out.Variants = append(out.Variants, c.ID+", "+v.Name)
	}
}

// Next shows how far all claims are: those to come have as many rounds as this one.
func (out *outputs) Next(_ record.Benchmark, p rounds.Progress) {
	e := progress.Event{Next: out.current.ID, Done: out.done, Expected: out.done - p.Done + p.Expected,
		Steady: out.index, Total: len(out.claims), Noun: "claims"}
	later := out.claims[out.index+1:]
	for _, c := range later {
		e.Expected += len(c.Variants(out.host)) * p.Expected / max(1, len(out.Variants))
	}
	if len(later) == 0 {
		e.Left, e.Bound = p.Left, p.Bound
	}
	out.Progress.Trial(e)
}

// Trial implements the engine's sink: trials are in the result.
func (out *outputs) Trial(record.Trial) error {
	out.done++
	return nil
}

// Concluded tells people who wait for more claims what came of one.
func (out *outputs) Concluded(x record.Experiment) error {
	if len(out.claims) > 1 {
		out.Note(labs.Line(x))
	}
	return nil
}

// finish writes the result, if there is any.
func (out *outputs) finish(l record.Lab) error {
	out.Progress.Done()
	if !tested(l) {
		return nil
	}
	return out.Write(l)
}
