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
	engine "tare/internal/engine/explain"
	"tare/internal/host/files"
	"tare/internal/host/invoker"
	"tare/internal/report/explanations"
	htmlpage "tare/internal/report/page"
	"tare/internal/report/text"
)

// outputs is everything that explanations are written to. It is the engine's sink.
type outputs struct {
	delivery.Outputs[engine.Result]
	options
	stderr io.Writer
	tracks *files.Pending // for Perfetto; nil without one
}

// openOutputs opens all files that will be written, and tries the folders: what
// cannot be written is to be known before anything is recorded.
func openOutputs(ctx context.Context, o options, stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{Outputs: delivery.NewOutputs[engine.Result](ctx, stderr), options: o, stderr: stderr}
	detail, err := o.detail.Resolve()
	if err != nil {
		return nil, err
	}
	if o.json {
		out.To(stdout, func(w io.Writer, r engine.Result) error { return command.WriteJSON(w, "explanation", r.Explanation) })
	} else {
		out.To(stdout, func(w io.Writer, r engine.Result) error {
			out.Progress.Clear()
			to := text.For(w, detail)
			return text.Write(w, explanations.Document(r.Explanation, explanations.Pictures{}), to)
		})
	}
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
		out.tracks, err = files.Create(o.perfetto)
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
	return files.Room(dir)
}

// Close closes all files.
func (out *outputs) Close() error {
	err := out.Outputs.Close()
	if out.tracks != nil {
		if closing := out.tracks.Close(); closing != nil {
			err = errors.Join(err, fmt.Errorf("writing for Perfetto: %w", closing))
		}
	}
	return err
}

func page(w io.Writer, r engine.Result) error {
	p := explanations.Pictures{Scenes: r.Scenes, OnCPU: r.OnCPU, OffCPU: r.OffCPU}
	if r.Header != nil {
		p.Started = time.Unix(0, r.Header.Started)
	}
	return htmlpage.Write(w, explanations.Document(r.Explanation, p))
}
