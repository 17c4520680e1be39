package claims

import "tare/internal/lab"

var falseSharing = lab.Claim{
	ID:       "false-sharing",
	Source:   "C",
	Says:     "Two contended fields in one cache line cost 89.7 ns/op; padded apart by 7 bytes they cost 13.1, little more than one alone (11.9).",
	Question: "What do two writers of neighbouring fields cost each other, and what ends it: 7 bytes of padding, or a line?",
	Caveat: "The published structs, before and after padding, have one and the same layout: a byte before an 8-byte field is followed by " +
		"7 bytes of padding whether or not they are written down. What was measured between them is noise, or something else was changed. " +
		"False sharing itself is real, and ends where the fields are a cache line apart.",
	Needs:   []lab.Need{lab.NeedTwo},
	Program: "counters",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "as published", Args: []string{"-layout=pair"}},
			{Name: "7 bytes of padding", Args: []string{"-layout=pair7"}},
			{Name: "a line apart", Args: []string{"-layout=apart"}},
			{Name: "alone", Args: []string{"-layout=alone"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			lab.Ratio("time as published, times that with 7 bytes of padding", 89.7/13.1, "ns/op", "as published", "7 bytes of padding"),
			lab.Ratio("time as published, times that a line apart", 89.7/13.1, "ns/op", "as published", "a line apart"),
		}
	},
	Picture: lab.Picture{X: "layout of two fields", Units: []string{"ns/op"}},
}
