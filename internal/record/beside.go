package record

// Beside is the contender as it stands beside the base in a table: where rounds are
// paired, the base's value with the change applied, and the contender's own interval
// moved along. The middles of both sides by themselves may be farther apart, or nearer,
// than the change within rounds is. It is New where sides were measured separately,
// where both are constant, and where there is no change to apply.
func (c Comparison) Beside(b Compared, change Change) Estimate {
	e, old := change.New, b.Old.Center
	switch {
	case c.Design == Separate || change.Exact || e.N == 0 || b.Old.N == 0:
	case change.Diff.N > 0:
		by := old + change.Diff.Center - e.Center
		e.Center, e.Lo, e.Hi = e.Center+by, e.Lo+by, e.Hi+by
	case change.Ratio.N > 0 && e.Center > 0 && old > 0:
		by := old * change.Ratio.Center / e.Center
		e.Center, e.Lo, e.Hi = e.Center*by, e.Lo*by, e.Hi*by
	}
	return e
}
