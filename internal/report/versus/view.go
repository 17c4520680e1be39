package versus

import (
	"path"
	"slices"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// view is a comparison with its rows made up and its footnotes numbered.
type view struct {
	record.Comparison
	tables []table // one for each unit of verdicts
	notes  sheet.Notes
	short  map[string]string // what stands for a package before names
}

// table is rows of the same unit.
type table struct {
	unit string
	rows []row
}

func newView(c record.Comparison) view {
	v := view{Comparison: c}
	v.short = shortPackages(v.Benchmarks)
	byPackage := wording.Together(v.Benchmarks, func(b record.Compared) string { return b.Benchmark.Package })
	v.Benchmarks = wording.Together(byPackage, func(b record.Compared) string { return b.Metric })
	for i, b := range v.Benchmarks {
		if i == 0 || b.Metric != v.Benchmarks[i-1].Metric {
			v.tables = append(v.tables, table{unit: b.Metric})
		}
		t := &v.tables[len(v.tables)-1]
		t.rows = append(t.rows, v.rows(b)...)
	}
	for i := range v.tables {
		v.tables[i].rows = append(v.tables[i].rows, v.means(v.tables[i].unit)...)
	}
	return v
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
func (v view) judged(b record.Benchmark, unit string) bool {
	return slices.ContainsFunc(v.Benchmarks, func(c record.Compared) bool { return c.Benchmark == b && c.Metric == unit })
}

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

// contender names the variant that verdicts are about, "new" for several.
func (v view) contender() string {
	i := slices.IndexFunc(v.Variants, isContender)
	if i < 0 || v.several() {
		return "new"
	}
	return v.Variants[i].Name
}

// several reports whether there is more than one contender.
func (v view) several() bool {
	i := slices.IndexFunc(v.Variants, isContender)
	return i >= 0 && slices.ContainsFunc(v.Variants[i+1:], isContender)
}

func isContender(one record.Variant) bool { return one.Role == record.Contender }

// full names b where no heading says its package: with the package's last
// element when there are several packages.
func (v view) full(b record.Benchmark) string {
	if pkg := v.short[b.Package]; pkg != "" {
		return pkg + "." + wording.Benchmark(b)
	}
	return wording.Benchmark(b)
}

// titled is full with the contender, when there are several.
func (v view) titled(b record.Benchmark, c record.Change) string {
	if v.several() {
		return v.full(b) + " " + v.variant(c.Variant)
	}
	return v.full(b)
}

// inUnit tells the verdicts on one benchmark apart, when there are several units.
func (v view) inUnit(b record.Compared) string {
	if len(v.tables) < 2 {
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
