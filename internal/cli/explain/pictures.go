package explain

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"tare/internal/analysis/profiles"
	"tare/internal/record"
	"tare/internal/report/perfetto"
	"tare/internal/trace/scene"
)

// pictures are what is made of a recording besides its explanation, as far as
// they were asked for.
type pictures struct {
	roles    *roles
	overview *scene.Builder
	stacks   *profiles.Collector
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
		p.stacks = profiles.NewCollector(profiles.Options{Wanted: a.counts, Spans: a.options.Scope(), Stack: src.stack})
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

// counts tells which pieces go into profiles and flame graphs: those of the
// goroutines that are explained, without the runtime's own, which wait all day.
func (a *analysis) counts(p *record.Piece) bool {
	if p.Lane.Kind != record.LaneGoroutine {
		return true
	}
	r := a.pictures.roles
	return !r.runtime[p.Lane.ID] && (!a.chosen || r.interest[p.Lane.ID])
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
	if p.overview != nil {
		if err := p.flames(ctx, a); err != nil {
			return err
		}
		overview := p.overview.Scene()
		overview.Start = overview.From - a.explanation.Begin
		p.scenes = []record.Scene{overview}
	}
	if err := p.details(ctx, a); err != nil || a.session.pprof == "" {
		return err
	}
	if err := p.profiles(a.session.pprof); err != nil {
		return fmt.Errorf("writing profiles: %w", err)
	}
	return nil
}

// details draws the focuses, and collects the stacks of an instance. Both are known
// only now, which takes a second pass.
func (p *pictures) details(ctx context.Context, a *analysis) error {
	var builders []*scene.Builder
	var sinks []record.Sink
	var wanted []focus
	if p.overview != nil {
		wanted = focuses(a.explanation)
	}
	for _, f := range wanted {
		b := scene.New(p.detail(f, a.explanation))
		builders = append(builders, b)
		sinks = append(sinks, b)
	}
	one := p.instance(a)
	if len(builders) == 0 && one == nil {
		return nil
	}
	src, err := a.recording.open(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	if one != nil {
		one.Stack = src.stack
		p.stacks = profiles.NewCollector(*one)
		sinks = append(sinks, p.stacks)
	}
	stop := a.session.showProgress("looking closer", src)
	join(src, a.header, sinks...)
	stop()
	for _, b := range builders {
		p.scenes = append(p.scenes, b.Scene())
	}
	openFirst(a.explanation, p.scenes)
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
