package tunings

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
)

// List says of each knob of t what it is, why one would set it, its values now, the
// profiles that include it, and what stands in the way of using it here.
func List(t record.Tuning) model.Document {
	if len(t.Knobs) == 0 {
		return model.Document{Result: []model.Count{{Detail: model.Brief, Text: "There are no knobs."}}}
	}
	fates := make(map[string][]fate)
	for _, k := range knobs(t) {
		fates[k.ID] = k.fates
	}
	all := model.Facts{Title: "Knobs", Open: true}
	for _, k := range t.Knobs {
		g := model.Group{Title: k.ID + ": " + k.What}
		add := func(name string, text model.Text) {
			if strings.TrimSpace(text.String()) != "" {
				g.Facts = append(g.Facts, model.Fact{Name: name, Value: text})
			}
		}
		add("why", model.Lit(model.Plain, k.Why))
		for _, f := range fates[k.ID] {
			if !f.usable() {
				add("cannot", f.refusal())
			}
			if f.usable() || f.before != "" {
				add("now", f.now())
			}
		}
		if len(fates[k.ID]) == 0 {
			add("now", model.Lit(model.Warn, "not read"))
		}
		profiles := strings.Join(k.Profiles, ", ")
		if profiles == "" {
			profiles = "none; only by name"
		}
		add("profiles", model.Lit(model.Plain, profiles))
		all.Groups = append(all.Groups, g)
	}
	return model.Document{Blocks: []model.Block{all}}
}

// usable reports whether f can be as wanted here.
func (f fate) usable() bool {
	return f.action || f.state == record.StatePlanned || f.state == record.StateAlready
}

// now is the value that f has.
func (f fate) now() model.Text {
	text := value(f.before)
	switch {
	case f.action:
		text = "would be set to " + value(f.wanted)
	case f.state == record.StatePlanned:
		text += ", would be " + value(f.wanted)
	case f.state == record.StateAlready:
		text += ", as wanted"
	}
	if n := len(f.keys); n > 1 {
		text += fmt.Sprintf(" ×%d", n)
	}
	shown := model.Lit(model.Plain, text)
	if len(f.keys) > 0 {
		shown = model.Joined(shown, model.Lit(model.Quiet, " "+pattern(f.keys, lookOf(f.state).trouble)))
	}
	return shown
}

// refusal says why a knob, or some of its settings, cannot be used.
func (f fate) refusal() model.Text {
	l := lookOf(f.state)
	text := l.one
	if f.why != "" {
		text += ": " + f.why
	}
	return model.Lit(l.mood, text)
}
