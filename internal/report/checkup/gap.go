package checkup

import "slices"

// gap is a reason, and what is not known for it.
type gap struct {
	Why  string
	What []string // "quota of kubepods"
}

// addGap appends what to the gap with that reason.
func addGap(gs []gap, why, what string) []gap {
	i := slices.IndexFunc(gs, func(g gap) bool { return g.Why == why })
	if i < 0 {
		i = len(gs)
		gs = append(gs, gap{Why: why})
	}
	gs[i].What = append(gs[i].What, what)
	return gs
}
