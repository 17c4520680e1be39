package versus

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// reason is what moved together with one significant change.
type reason struct {
	name    string
	verdict wording.Outcome
	change  string   // "slower by +3.1% [+2.4%, +3.9%]"
	time    []string // items of the bill, largest first: "on-CPU +118ns of +120ns wall"
	counts  []string // "allocs/op 3 → 5"
	profile *record.ProfileDiff
}

// reasons are those of all changes that are known.
func (v view) reasons() []reason {
	var rs []reason
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if decided(c) {
				rs = append(rs, reason{
					name: v.titled(b.Benchmark, c) + v.inUnit(b), verdict: wording.OutcomeOf(c), change: both(sizes(b, c)),
					time: timeMoved(b, c), counts: countsMoved(c), profile: c.Profile,
				})
			}
		}
	}
	return rs
}

// items maps the unit of each item of the bill to its name.
var items = func() map[string]string {
	names := make(map[string]string)
	for _, item := range (record.Bill{}).Items() {
		names[item.Unit] = item.Name
	}
	return names
}()

// timeMoved are the items of the bill that moved, the largest change first. They
// are parts of wall time, so the first says how much that changed.
func timeMoved(b record.Compared, c record.Change) []string {
	var moved []record.UnitChange
	for _, u := range c.Units {
		if u.Moved && items[u.Unit] != "" {
			moved = append(moved, u)
		}
	}
	slices.SortStableFunc(moved, func(a, b record.UnitChange) int {
		return cmp.Compare(math.Abs(b.Diff.Center), math.Abs(a.Diff.Center))
	})
	var texts []string
	for i, u := range moved {
		text := items[u.Unit] + " " + difference(u.Diff.Center, u.Unit)
		if wall, ok := wallChange(b, c); ok && i == 0 {
			text += " of " + difference(wall, wallUnit) + " wall"
		}
		texts = append(texts, text)
	}
	return texts
}

// wallChange is the change in wall time in ns, and whether it is known.
func wallChange(b record.Compared, c record.Change) (float64, bool) {
	if s := ofRatio(c.Ratio); b.Metric == wallUnit {
		return b.Old.Center * s.center, s.known
	}
	u, ok := find(c.Units, wallUnit)
	return u.Diff.Center, ok
}

// countsMoved are the other units that moved, the largest relative change first.
// A time that another unit shows as well is left out.
func countsMoved(c record.Change) []string {
	var moved []record.UnitChange
	for _, u := range c.Units {
		if u.Moved && items[u.Unit] == "" && !slices.Contains(repeated, u.Unit) {
			moved = append(moved, u)
		}
	}
	slices.SortStableFunc(moved, func(a, b record.UnitChange) int {
		return cmp.Compare(weight(b), weight(a))
	})
	var texts []string
	for _, u := range moved {
		texts = append(texts, moveOf(u))
	}
	return texts
}

// moveOf is "allocs/op 3 → 5 (+67%)", or "gc/op +12%" where the values are too
// small to tell them apart.
func moveOf(u record.UnitChange) string {
	old, now, s := wording.Number(u.Old, u.Unit), wording.Number(u.New, u.Unit), ofUnit(u)
	switch {
	case old == now:
		return fmt.Sprintf("%s %s", u.Unit, s)
	case !s.known:
		return fmt.Sprintf("%s %s → %s", u.Unit, old, now)
	}
	return fmt.Sprintf("%s %s → %s (%s)", u.Unit, old, now, s)
}

// repeated are units that say what the verdict or another unit says.
var repeated = []string{wallUnit, netUnit, "cpu-ns/op", "MB/s", "exact-B/op", "exact-allocs/op"}

// weight is the relative change of u; what was 0 before weighs the most.
func weight(u record.UnitChange) float64 {
	if s := ofUnit(u); s.known {
		return math.Abs(s.center)
	}
	return math.Inf(1)
}

// topFunctions bounds how many functions of a profile are shown.
const topFunctions = 10

// functions are those of p whose own time changed the most.
func functions(p *record.ProfileDiff) []record.FunctionDiff {
	return p.Functions[:min(len(p.Functions), topFunctions)]
}

func profileTitle(p *record.ProfileDiff) string {
	return fmt.Sprintf("CPU profile, %s → %s per op (%s and %s samples), by a function's own time%s:",
		wording.Ns(p.Old), wording.Ns(p.New), wording.Grouped(p.Samples[0]), wording.Grouped(p.Samples[1]), wording.NoneChanged(p))
}

// whys writes what moved with each of them.
func (v view) whys(s *sheet.Sheet) {
	rs := v.reasons()
	if len(rs) == 0 {
		return
	}
	s.Heading("why")
	asked := v.Design == record.Separate // there is no profile to ask for
	for _, r := range rs {
		asked = asked || r.profile != nil
		s.Item(nil, sheet.Plain.Of(r.name+":"), styleOf(r.verdict).Of(r.verdict.String()), sheet.Plain.Of(r.change))
		if len(r.time)+len(r.counts) == 0 {
			s.Prose(sheet.Dim, "  ", "nothing else that was read moved with it")
		}
		for _, texts := range [][]string{r.time, r.counts} {
			if len(texts) > 0 {
				s.Pieces([]sheet.Span{sheet.Plain.Of("  ")}, pieces(texts)...)
			}
		}
		if r.profile != nil {
			profile(s, r.profile)
		}
	}
	if !asked {
		s.Prose(sheet.Dim, "", "-profile shows which functions changed")
	}
}

// pieces are texts with commas between them, each to stay in one piece.
func pieces(texts []string) []sheet.Span {
	spans := make([]sheet.Span, len(texts))
	for i, text := range texts {
		if i < len(texts)-1 {
			text += ","
		}
		spans[i] = sheet.Plain.Of(text)
	}
	return spans
}

// profile writes the functions that changed, with names cut to the room there is.
func profile(s *sheet.Sheet, p *record.ProfileDiff) {
	s.Prose(sheet.Plain, "  ", profileTitle(p))
	g := sheet.Grid{Indent: "    ", Right: []bool{true, true, true, false}}
	for _, f := range functions(p) {
		g.Rows = append(g.Rows, []sheet.Span{
			sheet.Plain.Of(wording.Ns(f.OldFlat)), sheet.Plain.Of("→ " + wording.Ns(f.NewFlat)),
			sheet.Plain.Of(difference(f.NewFlat-f.OldFlat, wallUnit)), sheet.Dim.Of(wording.Noise(f)),
		})
	}
	room := s.Width() - g.Width() - len("  ")
	for i, f := range functions(p) {
		g.Rows[i] = append(g.Rows[i], sheet.Plain.Of(sheet.Shorten(sheet.Clean(f.Name), room)))
	}
	s.Grid(g)
	if more := len(p.Functions) - topFunctions; more > 0 {
		s.Prose(sheet.Dim, "    ", fmt.Sprintf("and %s that changed less", unit.Plural(more, "function")))
	}
}
