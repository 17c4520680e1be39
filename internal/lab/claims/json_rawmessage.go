package claims

import (
	"strconv"

	"tare/internal/lab"
)

var jsonRawMessage = lab.Claim{
	ID:       "json-rawmessage",
	Source:   "C",
	Says:     "json.RawMessage cuts a decoder's time by 41 % and lifts hits in L2 from 63 to 89 %.",
	Question: "What does json.RawMessage save, and what does it cost those who need the payload after all?",
	Caveat: "The time that RawMessage saves is that of work that is left undone, so that any figure depends on how much of the document is left raw: here nearly all. " +
		"Who decodes the payload later pays for it twice. Hits in L2 take hardware counters; the bytes that decoding makes stand for what it touches.",
	Variants: func(lab.Host) (all []lab.Variant) {
		for _, size := range []struct {
			name  string
			items int
		}{{"4 KB", 50}, {"600 KB", 8000}} {
			for _, mode := range []string{"whole", "raw", "both"} {
				all = append(all, lab.Variant{Name: mode + ", " + size.name, X: size.name, Line: mode,
					Args: []string{"-mode=" + mode, "-items=" + strconv.Itoa(size.items)}})
			}
		}
		return all
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			lab.Ratio("time with the payload left raw, times that of decoding all, documents far below L2", 1-0.41, "ns/op", "raw, 4 KB", "whole, 4 KB"),
			lab.Ratio("the same of documents that take more than L2", 1-0.41, "ns/op", "raw, 600 KB", "whole, 600 KB"),
		}
	},
	Picture: lab.Picture{X: "document", Units: []string{"ns/op", "made-B/op", "made-objects/op"}},
}
