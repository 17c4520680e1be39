// Package delivery is where results of the verbs that run benchmarks go, and what is said
// while they do.
package delivery

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/record/redact"
	"tare/internal/report/progress"
	"tare/internal/report/text"
	"tare/internal/store"
)

// Outputs is everything that a result R is written to. What cannot be written is
// to be known before an hour of measuring, so all of it is opened first.
type Outputs[R any] struct {
	// Context is for the store. It outlives the user's ctrl-C: what was measured by
	// then is still stored.
	Context  context.Context
	Progress *progress.Reporter
	Store    *store.Store // nil when it is off
	ID       string       // of the result; set it before the first trial
	Variants []string     // names, for failures to say where; nil when there is but one
	Save     string       // what -save calls the result; empty for nothing

	finishes []func(R) error
	files    []*files.Pending // for results as they come
	pages    []*files.Pending // for what is written at the end
}

// NewOutputs returns outputs that report progress to stderr. Close them.
func NewOutputs[R any](ctx context.Context, stderr io.Writer) Outputs[R] {
	_, live := text.Columns(stderr)
	return Outputs[R]{Context: context.WithoutCancel(ctx), Progress: progress.New(stderr, progress.Options{Terminal: live,
		Now: time.Now, Width: func() int { w, _ := text.Columns(stderr); return w }})}
}

// OpenStore opens the store at path, or the default one, or none when path is
// "off". Its trouble must not cost the user his measurement: a store that cannot
// be used is an error with advice, before the run.
func (o *Outputs[R]) OpenStore(path string) (err error) {
	if o.Save != "" {
		if err := store.CheckName(o.Save); err != nil {
			return exit.Errorf(exit.Usage, "", "-save: %w", err)
		}
	}
	if path == "off" {
		if o.Save != "" {
			return exit.Errorf(exit.Usage, "leave -store=off out", "-save names a record in the store, but -store=off keeps it out")
		}
		return nil
	}
	if path == "" {
		path, err = store.DefaultPath(os.Getenv)
	}
	if err == nil {
		o.Store, err = store.Open(o.Context, path)
	}
	if err != nil {
		return exit.Errorf(exit.Broken, "name another file with -store, or turn it off with -store=off", "%w", err)
	}
	return nil
}

// Salt returns what hides values of the environment: the store's, so that records
// of it can be compared, or one that nobody else has.
func (o *Outputs[R]) Salt() (redact.Salt, error) {
	if o.Store != nil {
		return o.Store.Salt()
	}
	return redact.Salt(rand.Text()), nil
}

// Create opens a file for results as they come. It takes the place of what is there
// when Commit is called and something was written.
func (o *Outputs[R]) Create(path string) (io.Writer, error) {
	f, err := files.Create(path)
	if err != nil {
		return nil, err
	}
	o.files = append(o.files, f)
	return f, nil
}

// Commit puts files that Create has opened into their places: there are results.
func (o *Outputs[R]) Commit() error {
	var err error
	for _, f := range o.files {
		err = errors.Join(err, f.Commit())
	}
	return err
}

// To has write write to w at the end.
func (o *Outputs[R]) To(w io.Writer, write func(io.Writer, R) error) {
	o.finishes = append(o.finishes, func(r R) error { return write(w, r) })
}

// ToFile has write write to a file at the end. It is opened now, so that what
// cannot be written is known before an hour of measuring; what is there stays until
// its replacement is complete. Worth says of a result whether it is worth replacing
// another by; nil for always.
func (o *Outputs[R]) ToFile(path string, worth func(R) bool, write func(io.Writer, R) error) error {
	f, err := files.Create(path)
	if err != nil {
		return err
	}
	o.pages = append(o.pages, f)
	o.finishes = append(o.finishes, func(r R) error {
		if worth != nil && !worth(r) {
			return nil
		}
		if err := f.Clear(); err != nil { // of several results the last is kept
			return err
		}
		if err := write(f, r); err != nil {
			return err
		}
		return f.Commit()
	})
	return nil
}

// Stored ends what Begin has begun in the store: with nothing measured it goes again, or
// else finish stores the rest of it, and it gets its name. It reports whether it is in the
// store.
func (o *Outputs[R]) Stored(measured bool, finish func() error) (bool, error) {
	switch {
	case o.Store == nil:
		return false, nil
	case !measured:
		return false, o.Store.Delete(o.Context, o.ID)
	}
	err := finish()
	if err == nil && o.Save != "" {
		err = o.Store.Name(o.Context, o.ID, o.Save)
	}
	return true, err
}

// Keep stores a trial, if there is a store.
func (o *Outputs[R]) Keep(t record.Trial) error {
	if o.Store == nil {
		return nil
	}
	return o.Store.AddTrial(o.Context, o.ID, t)
}

// Stage implements bench.Sink.
func (o *Outputs[R]) Stage(what string) { o.Progress.Stage(what) }

// Note implements bench.Sink.
func (o *Outputs[R]) Note(text string) { o.Progress.Note(text) }

// Next implements bench.Sink.
func (o *Outputs[R]) Next(b record.Benchmark, p rounds.Progress) {
	o.Progress.Trial(progress.Event{Next: b.Name, Done: p.Done, Expected: p.Expected, Steady: p.Ended, Total: p.All, Left: p.Left, Bound: p.Bound})
}

// Failed tells people who are waiting about a failure, on one line.
func (o *Outputs[R]) Failed(f record.Failure) {
	name := f.Package
	if o.Variants != nil {
		name = o.Variants[f.Variant] + ": " + name
	}
	if f.Benchmark != "" {
		name += " " + f.Benchmark
	}
	text := fmt.Sprintf("FAIL %s: %s: %s", name, f.Outcome, f.Message)
	if f.Dependent {
		text += "; it passes after others"
	}
	o.Progress.Note(text)
}

// Write writes the result wherever To and ToFile said.
func (o *Outputs[R]) Write(r R) error {
	var err error
	for _, write := range o.finishes {
		err = errors.Join(err, write(r))
	}
	return err
}

// Interrupted is how a verb ends that the user has interrupted.
func (o *Outputs[R]) Interrupted() error {
	hint := ""
	if o.Store != nil {
		hint = "what was measured so far is stored"
	}
	return exit.Errorf(exit.Broken, hint, "interrupted")
}

// Close closes all files and the store, and leaves nothing of the live line behind, where
// an error may follow.
func (o *Outputs[R]) Close() error {
	o.Progress.Done()
	var err error
	for _, f := range slices.Concat(o.files, o.pages) {
		err = errors.Join(err, f.Close())
	}
	if o.Store != nil {
		err = errors.Join(err, o.Store.Close())
	}
	return err
}
