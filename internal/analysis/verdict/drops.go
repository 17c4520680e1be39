package verdict

import (
	"fmt"

	"tare/internal/record"
)

// lopsided is the p-value, for all comparisons together, below which the rounds
// that a comparison dropped are held to depend on the variant.
const lopsided = 0.01

// contaminated takes back the verdicts of comparisons that dropped rounds because
// of one variant more often than because of the other. A coin decides which of two
// equal variants runs at which place of a round, and so which of them is hit by what
// pollutes one and not the other: of such rounds each is as likely to be the one's
// as the other's (McNemar's test, exact). Where they are not, what a variant does
// decides what counts, and what is left says nothing about the two.
//
// Benchmarks are those that compared came from; one may have come to several.
func (r Rules) contaminated(compared []record.Compared, benchmarks []Benchmark) {
	type suspect struct {
		change    *record.Change
		base, own int // rounds that one of them polluted alone
	}
	var all []suspect
	var ps []float64
	trials := map[record.Benchmark][]record.Trial{}
	for _, b := range benchmarks {
		trials[b.Name] = b.Trials
	}
	for _, c := range compared {
		for j := range c.Changes {
			s := suspect{change: &c.Changes[j]}
			for _, p := range rounds(trials[c.Benchmark], s.change.Variant) {
				switch base, own := p.base.Counts(), p.other.Counts(); {
				case !base && own:
					s.base++
				case base && !own:
					s.own++
				}
			}
			all, ps = append(all, s), append(ps, signTest(s.base+s.own, max(s.base, s.own)))
		}
	}
	for i, p := range holm(ps) {
		if s := all[i]; p <= lopsided && s.change.Verdict != record.Invalid {
			s.change.Verdict = record.Invalid
			s.change.Why = fmt.Sprintf("contaminated: %s alone polluted %d rounds and %s alone %d, so that what was dropped depends on what is compared",
				r.Variants[s.change.Variant].Name, s.own, r.Variants[0].Name, s.base)
		}
	}
}
