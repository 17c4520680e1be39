package explain

import (
	"context"

	"tare/internal/analysis/profiles"
	"tare/internal/engine/recording"
	"tare/internal/record"
	"tare/internal/trace/scene"
)

// pictures are what is made of a recording besides its explanation, as far as
// they were asked for.
type pictures struct {
	roles    *roles
	overview *scene.Builder
	stacks   *profiles.Collector
	others   []Listener

	scenes        []record.Scene
	onCPU, offCPU *record.Frame
}

// sinks are those that the pictures are made by.
func (p *pictures) sinks(a *analysis, src *recording.Sources) ([]record.Sink, error) {
	p.roles = newRoles(a.options.Goroutines)
	sinks := []record.Sink{p.roles}
	if a.Scenes {
		p.overview = scene.New(scene.Options{Name: "overview", Interest: p.roles.isInterest})
		sinks = append(sinks, p.overview)
	}
	if a.Scenes || a.Profiles {
		p.stacks = profiles.NewCollector(profiles.Options{Wanted: a.counts, Spans: a.options.Scope(), Stack: src.Stack})
		sinks = append(sinks, p.stacks)
	}
	var err error
	p.others, err = a.sink.Listeners(View{Title: a.made.Title, Header: a.header, Stack: src.Stack, Interest: p.roles.isInterest})
	for _, l := range p.others {
		sinks = append(sinks, l)
	}
	return sinks, err
}

// counts tells which pieces go into profiles and flame graphs: those of the
// goroutines that are explained, without the runtime's own, which wait all day.
func (a *analysis) counts(p *record.Piece) bool {
	if p.Lane.Kind != record.LaneGoroutine {
		return true
	}
	r := a.pictures.roles
	return !r.runtime[p.Lane.ID] && (a.Goroutines == nil || r.interest[p.Lane.ID])
}

// finish makes the pictures that need the explanation.
func (p *pictures) finish(ctx context.Context, a *analysis) error {
	for _, l := range p.others {
		trouble, err := l.Done()
		if err != nil {
			return err
		}
		a.explanation.Trouble = append(a.explanation.Trouble, trouble...)
	}
	if p.overview != nil {
		if err := p.flames(ctx, a); err != nil {
			return err
		}
		overview := p.overview.Scene()
		overview.Start = overview.From - a.explanation.Begin
		p.scenes = []record.Scene{overview}
	}
	return p.details(ctx, a)
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
	src, err := a.files.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	if one != nil {
		one.Stack = src.Stack
		p.stacks = profiles.NewCollector(*one)
		sinks = append(sinks, p.stacks)
	}
	a.join(ctx, "looking closer", src, a.header, sinks...)
	for _, b := range builders {
		p.scenes = append(p.scenes, b.Scene())
	}
	openFirst(a.explanation, p.scenes)
	return ctx.Err()
}
