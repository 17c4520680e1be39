package explain

import (
	"context"
	"errors"
	"io"
	"time"

	"tare/internal/host/terminal"
	"tare/internal/report/explained"
	"tare/internal/report/explainpage"
	"tare/internal/verb/cli"
	"tare/internal/verb/measure"
)

// outputs is everything that explanations are written to.
type outputs struct {
	measure.Outputs[analysis]
}

// openOutputs opens all that will be written as one file.
func openOutputs(ctx context.Context, o options, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{measure.NewOutputs[analysis](ctx, stderr)}
	if o.json {
		out.To(stdout, func(w io.Writer, a analysis) error { return cli.WriteJSON(w, a.explanation) })
	} else {
		out.To(stdout, func(w io.Writer, a analysis) error {
			out.Progress.Clear()
			width, tty := terminal.Width(w)
			return explained.Write(w, a.explanation, explained.Options{Width: width, Color: tty && terminal.Color(), Verbose: o.verbose})
		})
	}
	if o.html != "" {
		if err := out.ToFile(o.html, page); err != nil {
			return nil, errors.Join(err, out.Close())
		}
	}
	return out, nil
}

func page(w io.Writer, a analysis) error {
	d := explainpage.Document{Explanation: a.explanation, Scenes: a.pictures.scenes, OnCPU: a.pictures.onCPU, OffCPU: a.pictures.offCPU}
	if a.header != nil {
		d.Started = time.Unix(0, a.header.Started)
	}
	return explainpage.Write(w, d)
}
