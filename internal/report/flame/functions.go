package flame

import (
	"math"

	"tare/internal/record"
)

// byName are functions by their names.
func byName(all []record.FunctionDiff) map[string]record.FunctionDiff {
	named := make(map[string]record.FunctionDiff, len(all))
	for _, f := range all {
		named[f.Name] = f
	}
	return named
}

// ownTimes sums what functions take by themselves in a tree. Nothing is known of
// noise, so there is none.
func ownTimes(tree sized) map[string]record.FunctionDiff {
	all := map[string]record.FunctionDiff{}
	var add func(s sized)
	add = func(s sized) {
		f := all[s.Name]
		f.Name = s.Name
		f.OldFlat += s.Old
		f.NewFlat += s.New
		for _, c := range s.children {
			f.OldFlat -= c.Old
			f.NewFlat -= c.New
			add(c)
		}
		all[s.Name] = f
	}
	add(tree)
	for name, f := range all { // what subtracting leaves is no time
		least := 1e-9 * (tree.Old + tree.New)
		if math.Abs(f.NewFlat-f.OldFlat) < least {
			f.NewFlat = f.OldFlat
		}
		all[name] = f
	}
	return all
}

// largest is the largest change that is no noise, ns.
func largest(all map[string]record.FunctionDiff) (ns float64) {
	for _, f := range all {
		if f.Changed() {
			ns = max(ns, math.Abs(f.NewFlat-f.OldFlat))
		}
	}
	return ns
}
