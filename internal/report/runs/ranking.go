package runs

import (
	"fmt"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Ranking says by which element of their names benchmarks are ranked against each other:
// rivals are those of one package whose names differ in nothing else. It is [ByLast], the
// KEY of an element KEY=VALUE, or the number of an element behind the first /, from 1. The
// zero value ranks nothing.
type Ranking string

// ByLast ranks the sub-benchmarks of the same parent.
const ByLast Ranking = "last"

// element returns the element of b that tells it from its rivals, and what it has in
// common with them; ok is false when it has no such element.
func (r Ranking) element(b record.Benchmark) (own string, rest record.Benchmark, ok bool) {
	elements := strings.Split(b.Name, "/")
	at := -1
	number, err := strconv.Atoi(string(r))
	switch {
	case len(elements) < 2:
	case r == ByLast:
		at = len(elements) - 1
	case err == nil:
		at = number
	default:
		for i, e := range elements {
			if strings.HasPrefix(e, string(r)+"=") {
				at = i
			}
		}
	}
	if at < 1 || at >= len(elements) {
		return "", b, false
	}
	own, elements[at] = elements[at], "*"
	if _, value, found := strings.Cut(own, "="); found {
		own = value
	}
	rest = b
	rest.Name = strings.Join(elements, "/")
	return own, rest, true
}

// standing is how a benchmark compares with the fastest of its rivals.
type standing struct {
	fastest string // what tells that from its rivals
	first   bool   // this is it
	ratio   record.Estimate
}

// standings are those of all benchmarks that have rivals.
func (r Ranking) standings(all []record.Summary) map[record.Benchmark]standing {
	if r == "" {
		return nil
	}
	best, rivals := map[record.Benchmark]record.Summary{}, map[record.Benchmark]int{}
	for _, s := range all {
		_, rest, ok := r.element(s.Benchmark)
		if !ok || !logarithmic(s.Net) {
			continue
		}
		rivals[rest]++
		if b, found := best[rest]; !found || s.Net.Center < b.Net.Center {
			best[rest] = s
		}
	}
	found := map[record.Benchmark]standing{}
	for _, s := range all {
		_, rest, ok := r.element(s.Benchmark)
		if !ok || rivals[rest] < 2 || !logarithmic(s.Net) {
			continue
		}
		first := best[rest]
		name, _, _ := r.element(first.Benchmark)
		found[s.Benchmark] = standing{fastest: name, first: s.Benchmark == first.Benchmark, ratio: quotient(s.Net, first.Net)}
	}
	return found
}

// quotient is a ÷ b, both positive. Its interval reaches as far as both intervals allow, so
// that it is wrong at most as often as either of them.
func quotient(a, b record.Estimate) record.Estimate {
	q := record.Estimate{N: min(a.N, b.N), Center: a.Center / b.Center}
	if wording.HasInterval(a) && wording.HasInterval(b) && a.Lo > 0 && b.Lo > 0 {
		q.Lo, q.Hi, q.Confidence = a.Lo/b.Hi, a.Hi/b.Lo, max(0, a.Confidence+b.Confidence-1)
	}
	return q
}

// rankColumn says how many times as long each takes as the fastest of its rivals: nothing
// when no ranking was asked for, or there are no rivals.
func (v view) rankColumn() []column {
	standings := v.rank.standings(v.Summaries)
	if len(standings) == 0 {
		return nil
	}
	c := model.Column{Kind: ranking, Title: "rank", Left: true,
		Legend: "net/op in multiples of the fastest whose name differs only there, with the range that both intervals allow; ≈ where that includes 1"}
	return []column{{Column: c, cell: func(s record.Summary) model.Cell {
		st, ok := standings[s.Benchmark]
		if !ok {
			return model.Cell{}.By(nan)
		}
		return st.cell()
	}}}
}

func (st standing) cell() model.Cell {
	q := st.ratio
	switch {
	case st.first:
		return model.Cell{Text: model.Lit(model.Good, "fastest")}.By(1)
	case q.Confidence > 0 && q.Lo <= 1:
		return model.Cell{Text: model.Lit(model.Quiet, "≈ "+st.fastest)}.By(q.Center)
	}
	text := fmt.Sprintf("%s × %s", wording.Times(q.Center), st.fastest)
	if q.Confidence > 0 {
		text += fmt.Sprintf(" [%s, %s]", wording.Times(q.Lo), wording.Times(q.Hi))
	}
	return said(text).By(q.Center)
}

// unranked says that there was nothing to rank, where that was asked for.
func (v view) unranked() model.Prose {
	p := model.Prose{Detail: model.Brief}
	if v.rank != "" && len(v.Summaries) > 0 && len(v.rank.standings(v.Summaries)) == 0 {
		how := "differ only in the last element of their names, as Marshal/std and Marshal/fast do"
		if v.rank != ByLast {
			how = fmt.Sprintf("differ only in the element %s of their names", v.rank)
		}
		p.Lines = []model.Line{{Detail: model.Brief, Text: model.In(model.Warn, "nothing to rank: no two benchmarks "+how)}}
	}
	return p
}
