package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tare/internal/account"
	"tare/internal/host/output"
	"tare/internal/record"
	"tare/internal/report/perfetto"
	"tare/internal/scene"
	"tare/internal/stackprof"
)

// pictures are what is made of a recording besides its explanation, as far as
// they were asked for.
type pictures struct {
	roles    *roles
	overview *scene.Builder
	stacks   *stackprof.Collector
	perfetto *perfetto.Writer

	scenes        []record.Scene
	onCPU, offCPU *record.Frame
}

// sinks are those that the pictures are made by.
func (p *pictures) sinks(a *analysis, src *sources) ([]record.Sink, error) {
	o := a.session.options
	p.roles = newRoles(a.options.Goroutines)
	sinks := []record.Sink{p.roles}
	if o.html != "" {
		p.overview = scene.New(scene.Options{Name: "overview", Interest: p.roles.isInterest})
		sinks = append(sinks, p.overview)
	}
	if o.html != "" || o.pprof != "" {
		p.stacks = stackprof.New(stackprof.Options{Wanted: a.counts, Stack: src.stack})
		sinks = append(sinks, p.stacks)
	}
	if o.perfetto != "" {
		f := a.session.out.perfetto
		if err := f.Clear(); err != nil {
			return nil, err
		}
		po := perfetto.Options{Process: a.session.title, Stack: src.stack, Interest: p.roles.isInterest}
		if h := a.header; h != nil {
			po.PID, po.Clock, po.Wall = h.PID, h.Clock, h.Started
		}
		p.perfetto = perfetto.New(f, po)
		sinks = append(sinks, p.perfetto)
	}
	return sinks, nil
}

// counts tells which pieces go into profiles and flame graphs: those of the time
// that is explained, without the runtime's own goroutines, which wait all day.
func (a *analysis) counts(p *record.Piece) bool {
	if p.Lane.Kind == record.LaneGoroutine && a.pictures.roles.runtime[p.Lane.ID] {
		return false
	}
	next, _ := slices.BinarySearchFunc(a.explained, p.Start+1, func(s record.Span, t int64) int { return cmp.Compare(s.To, t) })
	return len(a.explained) == 0 || next < len(a.explained) && a.explained[next].From < p.End
}

// spansOf are the stretches of time that options explain, in order; none for all of
// it.
func spansOf(o account.Options) (all []record.Span) {
	if o.Range != nil {
		return []record.Span{*o.Range}
	}
	for _, w := range o.Windows {
		all = append(all, w.Spans...)
	}
	slices.SortFunc(all, func(a, b record.Span) int { return cmp.Compare(a.From, b.From) })
	return all
}

// finish makes the pictures that need the explanation, and writes the files that
// are not one page.
func (p *pictures) finish(ctx context.Context, a *analysis) error {
	if p.perfetto != nil {
		if err := errors.Join(p.perfetto.Close(), a.session.out.perfetto.Commit()); err != nil {
			return fmt.Errorf("writing %s: %w", a.session.perfetto, err)
		}
		if n := p.perfetto.Dropped(); n > 0 {
			a.explanation.Trouble = append(a.explanation.Trouble, fmt.Sprintf("%s lacks %d slices of goroutines beyond its limit.", a.session.perfetto, n))
		}
	}
	if a.session.pprof != "" {
		if err := p.profiles(a.session.pprof); err != nil {
			return fmt.Errorf("writing profiles: %w", err)
		}
	}
	if p.overview == nil {
		return nil
	}
	if err := p.flames(ctx, a); err != nil {
		return err
	}
	overview := p.overview.Scene()
	overview.Start = overview.From - a.explanation.Begin
	p.scenes = []record.Scene{overview}
	return p.details(ctx, a)
}

// profiles writes one profile for each item, and one with all. Those of an earlier
// recording go, lest items that this one does not have be taken for its own.
func (p *pictures) profiles(dir string) error {
	path := func(name string) string {
		return filepath.Join(dir, strings.NewReplacer(" ", "-", ",", "").Replace(name)+".pprof")
	}
	write := func(name string, items ...record.Item) error {
		f, err := output.Create(path(name))
		if err != nil {
			return err
		}
		if err = p.stacks.Profile(items...).Write(f); err == nil {
			err = f.Commit()
		}
		return errors.Join(err, f.Close())
	}
	there := p.stacks.Items()
	for item := range record.Items {
		if slices.Contains(there, item) {
			if err := write(item.String(), item); err != nil {
				return err
			}
		} else if err := os.Remove(path(item.String())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return write("all")
}

// focus is a part of the recording that is worth a closer look.
type focus struct {
	name     string
	from, to int64 // ns since the beginning
}

// margin is how much is shown on both sides of a focus, as a part of its length.
const margin = 0.25

// focuses are the worst of everything.
func focuses(e record.Explanation) (all []focus) {
	if len(e.Intervals) > 0 {
		for _, b := range e.Intervals[0].Bars {
			all = append(all, focus{b.Name + " of " + e.Intervals[0].Name, b.From, b.To})
		}
	}
	if len(e.Stops.Worst) > 0 {
		w := e.Stops.Worst[0]
		all = append(all, focus{"worst " + w.Name, w.From, w.To})
	}
	var worst *record.ThrottleEpisode
	for i := range e.Throttle.Episodes {
		if x := &e.Throttle.Episodes[i]; worst == nil || x.To-x.From > worst.To-worst.From {
			worst = x
		}
	}
	if worst != nil {
		all = append(all, focus{"worst throttling", worst.From, worst.To})
	}
	return all
}

// details draws the focuses, which are known only now, in a second pass.
func (p *pictures) details(ctx context.Context, a *analysis) error {
	var builders []*scene.Builder
	var sinks []record.Sink
	begin := a.explanation.Begin
	all := focuses(a.explanation)
	if h := a.recording.hit(); h != nil {
		all = slices.Insert(all, 0, focus{h.What, h.From - begin, h.To - begin})
	}
	for _, f := range all {
		pad := max(int64(float64(f.to-f.from)*margin), 10_000)
		b := scene.New(scene.Options{Name: f.name, From: begin + f.from - pad, To: begin + f.to + pad, Interest: p.roles.isInterest, Begin: begin, MaxPieces: 50_000})
		builders = append(builders, b)
		sinks = append(sinks, b)
	}
	if len(builders) == 0 {
		return nil
	}
	src, err := a.recording.open(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	stop := a.session.showProgress(src)
	join(src, a.header, sinks...)
	stop()
	for _, b := range builders {
		p.scenes = append(p.scenes, b.Scene())
	}
	return ctx.Err()
}

// roles is a sink that tells goroutines apart by the functions that they start
// with.
type roles struct {
	wanted   *regexp.Regexp
	interest map[int64]bool
	runtime  map[int64]bool
}

// benchmarkGoroutines are those that package testing runs benchmarks in.
var benchmarkGoroutines = regexp.MustCompile(`^testing\.\(\*B\)\.`)

func newRoles(wanted *regexp.Regexp) *roles {
	if wanted == nil {
		wanted = benchmarkGoroutines
	}
	return &roles{wanted: wanted, interest: map[int64]bool{}, runtime: map[int64]bool{}}
}

// Named implements record.Sink.
func (r *roles) Named(n *record.Named) {
	switch {
	case n.Lane.Kind != record.LaneGoroutine:
	case r.wanted.MatchString(n.Name):
		r.interest[n.Lane.ID] = true
	case strings.HasPrefix(n.Name, "runtime.") && n.Name != "runtime.main":
		r.runtime[n.Lane.ID] = true
	}
}

// Piece implements record.Sink.
func (r *roles) Piece(*record.Piece) {}

// Mark implements record.Sink.
func (r *roles) Mark(*record.Mark) {}

func (r *roles) isInterest(g int64) bool { return r.interest[g] }
