package explain

import (
	"context"

	"tare/internal/analysis/profiles"
	"tare/internal/engine/recording"
	"tare/internal/record"
	"tare/internal/trace/account"
)

// flames makes the trees of the flame graphs; with -base, differential ones.
func (p *pictures) flames(ctx context.Context, a *analysis) error {
	var base *profiles.Collector
	if a.Base != nil {
		var err error
		if base, err = a.baseStacks(ctx, *a.Base); err != nil {
			return err
		}
	}
	for kind, to := range map[profiles.Kind]**record.Frame{profiles.OnCPU: &p.onCPU, profiles.OffCPU: &p.offCPU} {
		tree, err := p.tree(kind, base)
		if err != nil {
			return err
		}
		*to = &tree
	}
	return nil
}

func (p *pictures) tree(kind profiles.Kind, base *profiles.Collector) (record.Frame, error) {
	if base == nil {
		return p.stacks.Tree(kind, 1)
	}
	diff, err := profiles.CompareRecordings(kind, base, p.stacks, 1, 1)
	return diff.Root, err
}

// baseStacks collects the stacks of the recording to compare with.
func (a *analysis) baseStacks(ctx context.Context, r recording.Files) (*profiles.Collector, error) {
	header, trailer, err := r.Ends(ctx)
	if err != nil {
		return nil, err
	}
	src, err := r.Open()
	if err != nil {
		return nil, err
	}
	defer src.Close()
	base := &analysis{Request: a.Request}
	base.pictures.roles = newRoles(a.options.Goroutines)
	stacks := profiles.NewCollector(profiles.Options{Wanted: base.counts, Spans: account.Options{Windows: trailer.Windows}.Scope(), Stack: src.Stack})
	a.join(ctx, "reading the recording of -base", src, header, base.pictures.roles, stacks)
	return stacks, ctx.Err()
}
