package factorial

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/mathx"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// effects says how much of the differences between points each factor explains, and each
// two of them together, by an analysis of variance of the logarithms over the rounds in
// which every point counts (a complete factorial in randomized blocks: Montgomery, Design
// and Analysis of Experiments, chapter 5). From each sum of squares what noise alone would
// be expected to have is taken off; its F test says whether there is more than noise.
func (r Rules) effects(l losses, larger bool) (all []record.Effect, noise float64, complete int) {
	rows := r.complete(l, larger)
	n, k := len(rows), len(r.Points)
	if n < 2 || k < 2 {
		return nil, 0, n
	}
	means := make([]float64, k)
	for _, row := range rows {
		for i, v := range row {
			means[i] += v / float64(n)
		}
	}
	total := sum(squares(means, r.centers(means, nil)))
	if total == 0 {
		return nil, 0, n
	}
	perCell := residual(rows, means) / float64(n) // what noise adds to a mean, as a variance
	noise = min(1, float64(k-1)*perCell/total)
	effect := func(ss float64, df int, factors ...int) record.Effect {
		f := ss / float64(df) / perCell
		return record.Effect{Factors: factors, Share: max(0, ss-float64(df)*perCell) / total, P: tail(f, df, (n-1)*(k-1))}
	}
	for f := range r.Factors {
		main := squares(r.centers(means, []int{f}), r.centers(means, nil))
		e := effect(sum(main), len(r.Factors[f].Levels)-1, f)
		for level := range r.Factors[f].Levels {
			e.Levels = append(e.Levels, ratio(stats.HodgesLehmann(r.contrast(rows, f, level), record.Confidence), false))
		}
		all = append(all, e)
		for g := range f {
			df := (len(r.Factors[f].Levels) - 1) * (len(r.Factors[g].Levels) - 1)
			all = append(all, effect(sum(r.interaction(means, f, g)), df, g, f))
		}
	}
	for i := range all {
		all[i].P = min(1, all[i].P*float64(len(all)))
	}
	slices.SortStableFunc(all, func(a, b record.Effect) int { return cmp.Compare(b.Share, a.Share) })
	return all, noise, n
}

// complete are the logarithms of the metric by point, of rounds in which every point counts.
func (r Rules) complete(l losses, larger bool) (rows [][]float64) {
	for _, at := range l.at {
		if len(at) < len(r.Points) {
			continue
		}
		row := make([]float64, len(r.Points))
		for i, v := range at {
			if row[i] = v; larger {
				row[i] = -v
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// centers replaces each point's value by the mean over all points that have the same
// levels of these factors.
func (r Rules) centers(values []float64, factors []int) []float64 {
	key := func(i int) (k int) {
		for _, f := range factors {
			k = k*len(r.Factors[f].Levels) + r.Points[i].Levels[f]
		}
		return k
	}
	sums, counts := map[int]float64{}, map[int]float64{}
	for i, v := range values {
		sums[key(i)] += v
		counts[key(i)]++
	}
	means := make([]float64, len(values))
	for i := range values {
		means[i] = sums[key(i)] / counts[key(i)]
	}
	return means
}

// interaction is what two factors do together beyond what each does, squared, by point.
func (r Rules) interaction(means []float64, f, g int) []float64 {
	both, first := r.centers(means, []int{f, g}), r.centers(means, []int{f})
	second, whole := r.centers(means, []int{g}), r.centers(means, nil)
	alone := make([]float64, len(means))
	for i := range means {
		alone[i] = first[i] + second[i] - whole[i]
	}
	return squares(both, alone)
}

// contrast is, for each round, the mean at one level of a factor minus the mean over all.
func (r Rules) contrast(rows [][]float64, f, level int) (d []float64) {
	at := slices.IndexFunc(r.Points, func(p record.SweepPoint) bool { return p.Levels[f] == level })
	for _, row := range rows {
		d = append(d, r.centers(row, []int{f})[at]-r.centers(row, nil)[at])
	}
	return d
}

// residual is the variance that neither points nor rounds explain.
func residual(rows [][]float64, means []float64) float64 {
	whole, total := stats.Mean(means), 0.0
	for _, row := range rows {
		shift := stats.Mean(row) - whole
		for i, v := range row {
			total += math.Pow(v-means[i]-shift, 2)
		}
	}
	return total / float64((len(rows)-1)*(len(means)-1))
}

// tail is the probability that an F-distributed value with these degrees of freedom exceeds
// f: infinite without any noise, and not a number without any differences either. From
// some thousand degrees of freedom on, more change nothing, and the series takes long.
func tail(f float64, between, within int) float64 {
	if math.IsNaN(f) {
		return 1
	}
	a, b := float64(min(within, 10_000))/2, float64(between)/2
	return mathx.BetaInc(a/(a+b*f), a, b)
}

func squares(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = (a[i] - b[i]) * (a[i] - b[i])
	}
	return d
}

func sum(values []float64) (total float64) {
	for _, v := range values {
		total += v
	}
	return total
}
