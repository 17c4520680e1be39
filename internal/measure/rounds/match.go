package rounds

import (
	"context"
	"maps"
	"slices"
	"strings"

	"tare/internal/measure/trial"
	"tare/internal/measure/window"
	"tare/internal/record"
)

// candidate is a benchmark that some variant has.
type candidate struct {
	key   string // of its package
	first record.Benchmark
	in    map[int]trial.Benchmark // by variant
}

// same reports whether b, in the package of key, is the candidate in another
// variant. GOMAXPROCS tells benchmarks apart only when there is a list of it to
// go through: otherwise each variant has its own, which may be what is compared.
func (c *candidate) same(key string, b record.Benchmark, list bool) bool {
	return c.key == key && c.first.Name == b.Name && (c.first.Procs == b.Procs || !list)
}

// place is where something failed: a top-level benchmark of a variant, or its
// whole package when there is no name.
type place struct {
	variant  int
	key, top string
}

// top returns the top-level benchmark of a name.
func top(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return name
}

// discover finds the benchmarks of the base and the contenders, in the base's
// order as far as it has them. Copies and relinked bases are the base's source.
func (r *Runner) discover(ctx context.Context) (candidates []*candidate, failed map[place]bool) {
	failed = map[place]bool{}
	for v, variant := range r.variants {
		if variant.floor() {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(variant.Binaries)) {
			fail := func(f record.Failure) {
				failed[place{v, key, top(f.Benchmark)}] = true
				f.Variant = v
				r.fail(f)
			}
			options := r.opts.Trial
			options.Unplanned = variant.Like > 0
			for _, b := range trial.Discover(ctx, variant.Exec, options, variant.Binaries[key][0], r.observe.Stage, fail) {
				i := slices.IndexFunc(candidates, func(c *candidate) bool { return c.same(key, b.Name, r.opts.Trial.CPU != "") })
				if i < 0 {
					i = len(candidates)
					candidates = append(candidates, &candidate{key, b.Name, map[int]trial.Benchmark{}})
				}
				candidates[i].in[v] = b
			}
		}
	}
	return candidates, failed
}

// match makes subjects of the candidates that the base and all contenders have.
// One that a variant lacks because something failed there is accounted for by
// that failure, even if it was only next in the same process.
func (r *Runner) match(candidates []*candidate, failed map[place]bool) []*subject {
	var subjects []*subject
	for _, c := range candidates {
		var missing []int
		complete := true
		for v, variant := range r.variants {
			if _, ok := c.in[v]; ok || variant.floor() {
				continue
			}
			complete = false
			if !failed[place{v, c.key, ""}] && !failed[place{v, c.key, top(c.first.Name)}] {
				missing = append(missing, v)
			}
		}
		switch {
		case complete:
			subjects = append(subjects, r.subject(c, len(subjects)))
		case len(missing) > 0:
			r.result.Unmatched = append(r.result.Unmatched, record.Unmatched{Benchmark: c.first, Missing: missing})
		}
	}
	return subjects
}

// subject makes one of a candidate. All variants are observed and billed in the same
// way, and get to the time of an iteration by the same method, so that a variant that
// is the same comes out the same. They also do the same work, that which was planned
// for the base, unless the collector comes round at another pace: then windows that
// hold whole cycles differ.
func (r *Runner) subject(c *candidate, index int) *subject {
	base := c.in[0]
	var methods []record.Method
	for _, b := range c.in {
		base.Watch = base.Watch && b.Watch
		methods = append(methods, b.Windows.Method)
	}
	plan := func(b trial.Benchmark) record.Windows {
		return b.Planned(r.opts.Trial.Benchtime, window.Highest(methods...))
	}
	base.Windows = plan(base)
	s := &subject{Benchmark: Benchmark{Name: base.Name}, index: index, more: r.opts.MaxRounds, took: map[int]elapsed{}}
	for v, variant := range r.variants {
		links := variant.Binaries[c.key]
		if len(links) == 0 {
			continue // a floor that could not be built
		}
		b := base
		switch {
		case variant.floor():
		case variant.Like > 0:
			b.Name, b.Windows = c.in[v].Name, s.windows(variant.Like-1)
		default:
			b.Name = c.in[v].Name
			if own := plan(c.in[v]); !window.Alike(base.Windows, own) {
				b.Windows = own
			}
		}
		s.arms = append(s.arms, arm{v, b, links})
	}
	return s
}

// windows are those of an earlier variant.
func (s *subject) windows(variant int) record.Windows {
	i := slices.IndexFunc(s.arms, func(a arm) bool { return a.variant == variant })
	return s.arms[i].benchmark.Windows
}
