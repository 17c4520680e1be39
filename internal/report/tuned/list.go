package tuned

import (
	"fmt"
	"io"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// List renders the knobs of t to w in one call to w.Write: for each, what it
// is, why one would set it, its values now, the profiles that include it, and
// what stands in the way of using it here. The error is that of w.
func List(w io.Writer, t record.Tuning, o Options) error {
	s := sheet.New(o.Width, o.Color)
	byID := make(map[string]knob)
	for _, k := range knobs(t) {
		byID[k.ID] = k
	}
	for _, k := range t.Knobs {
		s.Blank()
		s.Item([]sheet.Span{sheet.Bold.Of(k.ID + "  ")}, sheet.Plain.Of(k.What))
		detail(s, "why", sheet.Plain.Of(k.Why))
		for _, f := range byID[k.ID].fates {
			listFate(s, f)
		}
		if len(byID[k.ID].fates) == 0 {
			detail(s, "now", sheet.Yellow.Of("not read"))
		}
		profiles := strings.Join(k.Profiles, ", ")
		if profiles == "" {
			profiles = "none; only by name"
		}
		detail(s, "profiles", sheet.Plain.Of(profiles))
	}
	if len(t.Knobs) == 0 {
		s.Item(nil, sheet.Plain.Of("There are no knobs."))
	}
	if err := s.Flush(w); err != nil {
		return fmt.Errorf("writing the list of knobs: %w", err)
	}
	return nil
}

// listFate writes the values that some of a knob's settings have now, and
// whether they can be changed.
func listFate(s *sheet.Sheet, f fate) {
	l := lookOf(f.state)
	text := value(f.before)
	switch {
	case f.action:
		text = "would be set to " + value(f.wanted)
	case f.state == record.StatePlanned:
		text += ", would be " + value(f.wanted)
	case f.state == record.StateAlready:
		text += ", as wanted"
	default:
		refusal(s, l, f)
		if f.before == "" {
			return
		}
	}
	if n := len(f.keys); n > 1 {
		text += fmt.Sprintf(" ×%d", n)
	}
	spans := []sheet.Span{sheet.Plain.Of(text)}
	if len(f.keys) > 0 {
		spans = append(spans, sheet.Dim.Of(pattern(f.keys, l.trouble)))
	}
	detail(s, "now", spans...)
}

// refusal says why a knob, or some of its settings, cannot be used.
func refusal(s *sheet.Sheet, l look, f fate) {
	text := l.one
	if f.why != "" {
		text += ": " + f.why
	}
	detail(s, "cannot", l.style.Of(text))
}

func detail(s *sheet.Sheet, name string, text ...sheet.Span) {
	if strings.TrimSpace(text[0].Text) == "" {
		return
	}
	s.Item([]sheet.Span{sheet.Dim.Of("  " + sheet.Pad(name, len("profiles")+2))}, text...)
}
