package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"tare/internal/cli/command"
	"tare/internal/cli/delivery"
	"tare/internal/engine/exit"
	"tare/internal/host/invoker"
	"tare/internal/host/output"
	"tare/internal/host/terminal"
	"tare/internal/report/explanations"
	"tare/internal/report/model"
	htmlpage "tare/internal/report/page"
	"tare/internal/report/text"
)

// outputs is everything that explanations are written to.
type outputs struct {
	delivery.Outputs[analysis]
	perfetto *output.File // nil without one
}

// openOutputs opens all files that will be written, and tries the folders: what
// cannot be written is to be known before anything is recorded.
func openOutputs(ctx context.Context, o options, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{Outputs: delivery.NewOutputs[analysis](ctx, stderr)}
	if o.json {
		out.To(stdout, func(w io.Writer, a analysis) error { return command.WriteJSON(w, a.explanation) })
	} else {
		out.To(stdout, func(w io.Writer, a analysis) error {
			out.Progress.Clear()
			width, tty := terminal.Width(w)
			to := text.Options{Width: width, Color: tty && terminal.Color()}
			if o.verbose {
				to.Detail = model.Verbose
			}
			return text.Write(w, explanations.Document(a.explanation, explanations.Pictures{}), to)
		})
	}
	var err error
	try := func(flag, path string, open func() error) {
		if path == "" || err != nil {
			return
		}
		if err = open(); err != nil {
			err = exit.Errorf(exit.Broken, "name another one, that can be written", "-%s: %w", flag, err)
		}
	}
	try("html", o.html, func() error { return out.ToFile(o.html, nil, page) })
	try("perfetto", o.perfetto, func() (err error) {
		out.perfetto, err = output.Create(o.perfetto)
		return err
	})
	try("pprof", o.pprof, func() error { return writable(o.pprof) })
	try("o", o.dir, func() error { return writable(o.dir) })
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// writable makes a folder, if there is none, and a file in it for a moment: can that be
// done?
func writable(dir string) error {
	if err := invoker.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return output.Room(dir)
}

// Close closes all files.
func (o *outputs) Close() error {
	err := o.Outputs.Close()
	if o.perfetto != nil {
		if closing := o.perfetto.Close(); closing != nil {
			err = errors.Join(err, fmt.Errorf("writing for Perfetto: %w", closing))
		}
	}
	return err
}

func page(w io.Writer, a analysis) error {
	p := explanations.Pictures{Scenes: a.pictures.scenes, OnCPU: a.pictures.onCPU, OffCPU: a.pictures.offCPU}
	if a.header != nil {
		p.Started = time.Unix(0, a.header.Started)
	}
	return htmlpage.Write(w, explanations.Document(a.explanation, p))
}
