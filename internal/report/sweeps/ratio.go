package sweeps

import (
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// ratio is a point in terms of the best one of its group.
type ratio struct {
	record.Estimate
	larger bool
	noun   string // "as long", "as much", "throughput"
}

// ratioOf is that of a point of b. The best point may be another one than the one with the
// best value, and nothing is better than that.
func (v view) ratioOf(b record.Swept, point int) ratio {
	r := ratio{Estimate: b.Points[point].Ratio, larger: b.Larger, noun: v.noun(b)}
	if r.larger {
		r.Center = min(r.Center, 1)
	} else {
		r.Center = max(r.Center, 1)
	}
	return r
}

// noun is what there is more or less of.
func (v view) noun(b record.Swept) string {
	switch metric := v.Plan.Metric; {
	case b.Larger && strings.HasSuffix(metric, "/s"):
		return "throughput"
	case b.Larger:
		return metric
	case wording.IsTime(metric):
		return "as long"
	}
	return "as much"
}

// known reports whether there is a ratio at all.
func (r ratio) known() bool { return wording.HasCenter(r.Estimate) && r.Center > 0 }

// number is "1.31", or "76%" where more is better.
func (r ratio) number(x float64) string {
	if r.larger {
		return wording.Share(x, 0)
	}
	return wording.Times(x)
}

// short is "× 1.31", or "76%".
func (r ratio) short(x float64) string {
	if r.larger {
		return r.number(x)
	}
	return "× " + r.number(x)
}

// interval is "[1.25, 1.40]".
func (r ratio) interval() string {
	if !wording.HasInterval(r.Estimate) {
		return "[no interval yet]"
	}
	return "[" + r.number(r.Lo) + ", " + r.number(r.Hi) + "]"
}

// String is "1.31 × as long [1.25, 1.40]", or "76% of the best throughput [71%, 80%]".
func (r ratio) String() string { return r.words("") + " " + r.interval() }

// toBest is String with what it is compared with.
func (r ratio) toBest() string { return r.words(" as the best") + " " + r.interval() }

func (r ratio) words(as string) string {
	if r.larger {
		return r.number(r.Center) + " of the best " + r.noun
	}
	return r.number(r.Center) + " × " + r.noun + as
}

// verb goes before words: "takes 1.31 × as long", "gives 76% of the best throughput".
func (r ratio) verb() string {
	switch {
	case r.larger:
		return "give"
	case r.noun == "as long":
		return "take"
	}
	return "need"
}

// distance is how far it is from the best, as a logarithm, 0 for the best itself.
func (r ratio) distance() float64 {
	if !r.known() {
		return math.NaN()
	}
	return math.Abs(math.Log(r.Center))
}

// value is "12.30ms ±1.9%".
func (v view) value(e record.Estimate) string {
	text := wording.Number(e.Center, v.Plan.Metric)
	if !wording.IsTime(v.Plan.Metric) && !wording.IsBytes(v.Plan.Metric) {
		text += " " + v.Plan.Metric
	}
	if around := wording.PlusMinus(e); around != wording.None {
		text += " " + around
	}
	return text
}

// strong are words that are to be found at once.
func strong(text string) model.Text { return model.Lit(model.Strong, text) }

// lit are words that may have names in them.
func lit(text string) model.Text { return model.Lit(model.Plain, text) }
