package tunings

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// table has a row for each knob, and where its settings fared differently, one for each
// fate.
func table(all []knob, restore bool) model.Table {
	t := model.Table{Detail: model.Brief, Columns: []model.Column{
		{Left: true, Head: true}, {Wrap: true}, {Wrap: true, Under: true, Detail: model.Verbose}}}
	add := func(trouble bool, head, what, which model.Text) {
		r := model.Row{Cells: []model.Cell{{Text: head}, {Text: what}, {Text: which}}}
		if trouble {
			r.Detail = model.Brief
		}
		t.Rows = append(t.Rows, r)
	}
	for i, k := range all {
		worst := lookOf(k.worst())
		head := append(k.look().marked(), model.Strong.Of(k.ID))
		if len(k.fates) == 1 {
			what, which := k.fates[0].text(restore, worst.trouble)
			if i > 0 && k.unsupportedAs(all[i-1]) {
				what = model.Lit(model.Plain, k.fates[0].said(restore)+", likewise")
			}
			add(worst.trouble, head, what, which)
			continue
		}
		add(worst.trouble, head, model.Lit(model.Quiet, k.What), nil)
		for _, f := range k.fates {
			l := lookOf(f.state)
			what, which := f.text(restore, true)
			add(l.trouble, nil, append(l.marked(), what...), which)
		}
	}
	return t
}

// marked is the mark, for what it stands before.
func (l look) marked() model.Text { return model.Text{l.mood.Of(l.mark), model.Plain.Of(" ")} }

// text says what became of f: values, how many settings and why. Which settings it was is
// part of that if named, and else for those who ask.
func (f fate) text(restore, named bool) (what, which model.Text) {
	said := f.said(restore)
	if n := len(f.keys); n > 1 {
		said += fmt.Sprintf(" ×%d", n)
	}
	if f.why != "" {
		said += ": " + f.why
	}
	what = model.Lit(model.Plain, said)
	if len(f.keys) == 0 {
		return what, nil
	}
	which = model.Lit(model.Quiet, pattern(f.keys, named))
	if named {
		return model.Joined(what, model.Say(" "), which), nil
	}
	return what, which
}

func (f fate) said(restore bool) string {
	before, wanted, after := value(f.before), value(f.wanted), value(f.after)
	switch f.state {
	case record.StatePlanned, record.StateSet:
		switch {
		case restore:
			return wanted + " → " + before
		case f.action:
			return "set to " + wanted
		}
		return before + " → " + wanted
	case record.StateAlready:
		return wanted + " already"
	case record.StateDone:
		return "done"
	case record.StateRestored:
		return wanted + " → " + before
	case record.StateOriginal:
		return before + " already"
	case record.StateChanged:
		return fmt.Sprintf("changed since: expected %s, found %s, original %s; left alone", wanted, after, before)
	case record.StateReboot:
		return fmt.Sprintf("rebooted since: found %s, original %s; left alone", after, before)
	case record.StateOver:
		return "has ended; there is nothing to put back"
	case record.StateMissing:
		return fmt.Sprintf("does not exist any more; original %s", before)
	case record.StateUnsupported:
		return "not on this machine"
	case record.StateDenied, record.StateFailed:
		return f.refused(restore)
	}
	return string(f.state)
}

// refused says what was tried in vain, as far as it came to that.
func (f fate) refused(restore bool) string {
	text := string(f.state)
	switch {
	case restore:
		text += ", original " + value(f.before)
	case f.wanted != "":
		text += ", wanted " + value(f.wanted)
	}
	if f.after != "" {
		text += ", found " + value(f.after)
	}
	return text
}

// longValue is how much of a value is shown: CPU masks and lists can be long.
const longValue = 40

// value prints a setting's value, one that is empty visibly.
func value(v string) string {
	if v == "" {
		return "(empty)"
	}
	return plain.Shorten(v, longValue)
}
