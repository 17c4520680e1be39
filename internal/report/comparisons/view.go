package comparisons

import (
	"path"
	"slices"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// view is a comparison with what its parts have in common.
type view struct {
	record.Comparison
	listed   []record.Compared // what has rows, in their order: those of a unit and in it of a package together
	only     Filter
	short    map[string]string            // what stands for a package before names
	trials   map[trialsKey][]record.Trial // in time order
	verdicts map[judgedIn]bool            // there are some

	drawn  map[side]bool // changes that have charts
	shown  map[int]bool  // what of listed has sections
	stride int           // charts draw every stride-th round
	scale  chart.Scale   // of all changes
}

// trialsKey names the trials of one variant of one benchmark.
type trialsKey struct {
	benchmark record.Benchmark
	variant   int
}

func newView(c record.Comparison, o Options) view {
	v := view{Comparison: c, only: o.Only, short: shortPackages(c.Benchmarks), trials: map[trialsKey][]record.Trial{}, verdicts: map[judgedIn]bool{}, drawn: map[side]bool{}}
	byPackage := wording.Together(o.chosen(c.Benchmarks), func(b record.Compared) string { return b.Benchmark.Package })
	v.listed = wording.Together(byPackage, func(b record.Compared) string { return b.Metric })
	for _, t := range c.Trials {
		k := trialsKey{t.Benchmark, t.Variant}
		v.trials[k] = append(v.trials[k], t)
	}
	for _, b := range c.Benchmarks {
		v.verdicts[judgedIn{b.Benchmark, b.Metric}] = true
	}
	v.choose()
	v.scale = v.forestScale()
	return v
}

// judgedIn is a benchmark and a unit.
type judgedIn struct {
	benchmark record.Benchmark
	unit      string
}

// trialsOf are those of one variant of b.
func (v view) trialsOf(b record.Compared, variant int) []record.Trial {
	return v.trials[trialsKey{b.Benchmark, variant}]
}

// units are those that verdicts are about, in order of first appearance.
func (v view) units() []string {
	var all []string
	for _, b := range v.Benchmarks {
		if !slices.Contains(all, b.Metric) {
			all = append(all, b.Metric)
		}
	}
	return all
}

// each is every benchmark once, in the first of the units that it is judged by.
func (v view) each() []record.Compared {
	var firsts []record.Compared
	seen := map[record.Benchmark]bool{}
	for _, b := range v.Benchmarks {
		if !seen[b.Benchmark] {
			seen[b.Benchmark] = true
			firsts = append(firsts, b)
		}
	}
	return firsts
}

// judged reports whether a benchmark has verdicts in the unit.
func (v view) judged(b record.Benchmark, unit string) bool { return v.verdicts[judgedIn{b, unit}] }

// variant names the i-th variant.
func (v view) variant(i int) string {
	if i < 0 || i >= len(v.Variants) {
		return "?"
	}
	return v.Variants[i].Name
}

// base names what everything is compared with.
func (v view) base() string {
	if len(v.Variants) == 0 {
		return "old"
	}
	return v.Variants[0].Name
}

// candidate names the variant that verdicts are about, "new" for several.
func (v view) candidate() string {
	i := slices.IndexFunc(v.Variants, isCandidate)
	if i < 0 || v.several() {
		return "new"
	}
	return v.Variants[i].Name
}

// several reports whether there is more than one candidate.
func (v view) several() bool {
	i := slices.IndexFunc(v.Variants, isCandidate)
	return i >= 0 && slices.ContainsFunc(v.Variants[i+1:], isCandidate)
}

func isCandidate(one record.Variant) bool { return one.Role == record.Contender }

// full names b where no heading says its package: with the package's last
// element when there are several packages.
func (v view) full(b record.Benchmark) string {
	if pkg := v.short[b.Package]; pkg != "" {
		return pkg + "." + b.Short()
	}
	return b.Short()
}

// inUnit tells the verdicts on one benchmark apart, when there are several units.
func (v view) inUnit(b record.Compared) string {
	if len(v.units()) < 2 {
		return ""
	}
	return wording.In(b.Metric)
}

// shortPackages maps each of several packages to its last element, to all of
// its path when another has the same; one package needs no name.
func shortPackages(bs []record.Compared) map[string]string {
	short, taken := make(map[string]string), make(map[string]int)
	for _, b := range bs {
		if pkg := b.Benchmark.Package; short[pkg] == "" {
			short[pkg] = path.Base(pkg)
			taken[short[pkg]]++
		}
	}
	if len(short) == 1 {
		return nil
	}
	for pkg, last := range short {
		if taken[last] > 1 {
			short[pkg] = pkg
		}
	}
	return short
}
