package explain

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tare/internal/engine/exit"
	engine "tare/internal/engine/explain"
	"tare/internal/engine/recording"
	"tare/internal/host/files"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/perfetto"
	"tare/internal/report/text"
	"tare/internal/report/wording"
)

// Ruined shows failures with their output.
func (out *outputs) Ruined(all []record.Failure) {
	out.Progress.Clear()
	failures := model.Document{Blocks: []model.Block{wording.Failures(all, nil)}}
	_ = text.Write(out.stderr, failures, text.For(out.stderr, model.Normal))
}

// Hit says what has happened, and where it is kept.
func (out *outputs) Hit(h recording.Hit, dir string) {
	out.Note(fmt.Sprintf("%s: %s, kept in %s", h.What, time.Duration(h.To-h.From), dir))
}

// Read shows how far reading has come.
func (out *outputs) Read(what string, read, size int64) {
	out.Stage(fmt.Sprintf("%s: %d %% of %s read", what, 100*read/size, unit.Bytes(float64(size))))
}

// Listeners are what writes the trace for Perfetto.
func (out *outputs) Listeners(v engine.View) ([]engine.Listener, error) {
	if out.tracks == nil {
		return nil, nil
	}
	if err := out.tracks.Clear(); err != nil { // of several recordings the last is kept
		return nil, err
	}
	o := perfetto.Options{Process: v.Title, Stack: v.Stack, Interest: v.Interest}
	if h := v.Header; h != nil {
		o.PID, o.Clock, o.Wall = h.PID, h.Clock, h.Started
	}
	return []engine.Listener{&trackFile{perfetto.New(out.tracks, o), out.tracks, out.perfetto}}, nil
}

// trackFile is a file for Perfetto.
type trackFile struct {
	*perfetto.Writer
	file *files.Pending
	name string
}

// Done implements engine.Listener.
func (t *trackFile) Done() (lacks []string, err error) {
	if err := errors.Join(t.Writer.Close(), t.file.Commit()); err != nil {
		return nil, fmt.Errorf("writing %s: %w", t.name, err)
	}
	if n := t.Dropped(); n > 0 {
		lacks = append(lacks, fmt.Sprintf("%s lacks %d slices of goroutines beyond its limit.", t.name, n))
	}
	return lacks, nil
}

// Explained writes one explanation.
func (out *outputs) Explained(r engine.Result) error {
	if out.pprof != "" {
		if err := writeProfiles(out.pprof, r.Stacks); err != nil {
			return exit.Errorf(exit.Broken, "", "writing profiles: %w", err)
		}
	}
	if len(r.Explanation.Intervals) == 0 {
		return out.nothing(r)
	}
	out.Stage("writing the explanation")
	return out.Write(r)
}

// nothing is the error of a recording that holds nothing to explain.
func (out *outputs) nothing(r engine.Result) error {
	hint := "record for longer"
	switch {
	case r.Broken:
		hint = ""
	case out.part != "":
		hint = fmt.Sprintf("-range counts from the beginning of the recording, which is %s long", time.Duration(r.Explanation.Duration).Round(time.Microsecond))
	case out.goroutines != "":
		hint = "without -goroutine, the report lists the functions that goroutines start with"
	}
	return exit.Errorf(exit.Broken, hint, "there is nothing to explain in %s", strings.Join(append([]string{r.Title}, r.Explanation.Trouble...), ": "))
}
