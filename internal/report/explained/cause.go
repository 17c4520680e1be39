package explained

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// causes writes what took the time, with the evidence and what to do.
func (r report) causes() {
	if len(r.Causes) == 0 {
		return
	}
	r.Heading("why it took that long")
	for n, c := range r.Causes {
		number := fmt.Sprintf("%d. ", n+1)
		text := []sheet.Span{sheet.Plain.Of(c.Sentence)}
		if c.Sure == record.Inferred || c.Sure == record.Bounded {
			text = append(text, sheet.Yellow.Of("("+sureness(c.Sure)+")"))
		}
		r.Item([]sheet.Span{lookOf(c.Item).style.Of(number)}, text...)
		if c.Evidence != "" {
			r.Prose(sheet.Dim, "   ", c.Evidence)
		}
		if c.Fix != "" {
			r.Item([]sheet.Span{sheet.Dim.Of("   → ")}, sheet.Bold.Of(c.Fix))
		}
	}
}
