package claims

import "tare/internal/lab"

var publicationOrder = lab.Claim{
	ID:       "publication-order",
	Source:   "C",
	Says:     "A value that is written plainly and published by an atomic flag can be seen out of order: the flag, but the old value.",
	Question: "Is a flag ever seen without what was written before it, and would the test notice?",
	Caveat: "amd64 keeps the order of stores, and that of loads (TSO), and Go's memory model promises it of atomic operations on every CPU. " +
		"What TSO permits is a load that overtakes a store: the control, store buffering, has to see that with plain variables. " +
		"With plain variables alone the compiler may reorder too: that is a data race, whatever this CPU does.",
	Needs: []lab.Need{lab.NeedAMD64, lab.NeedTwo},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "plain value, atomic flag", Args: []string{"-test=publish"}},
			{Name: "plain value, plain flag", Args: []string{"-test=publish-plain"}},
			{Name: "store buffering, atomic", Args: []string{"-test=buffer"}},
			{Name: "store buffering, plain", Args: []string{"-test=buffer-plain"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		// A round counts if its control saw what it has to: then both goroutines did run at
		// once, and the test can see reordering.
		f := occurs("new flags seen with an old value", "out-of-order", "plain value, atomic flag")
		seen := f.Of
		f.Of = func(v lab.Values) (float64, bool) {
			control, _ := v("store buffering, plain", "out-of-order")
			n, ok := seen(v)
			return n, ok && control > 0
		}
		return []lab.Figure{f}
	},
	Picture: lab.Picture{X: "test", Units: []string{"out-of-order", "trials"}},
}

// occurs is the figure: how often one variant counts what the claim says can happen.
func occurs(name, unit, of string) lab.Figure {
	return lab.Figure{Name: name, Published: 1, Unit: unit, Occurs: true, Of: func(v lab.Values) (float64, bool) {
		return v(of, unit)
	}}
}
