package tunings

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// knob is one knob with what became of its settings.
type knob struct {
	record.Knob
	fates []fate // in order of first appearance
}

// fate is settings that had the same values and fared the same.
type fate struct {
	before, wanted, after string
	action                bool
	state                 record.State
	why                   string
	keys                  []string
}

// knobs groups the settings of t by knob: those that t describes first, in
// that order. A knob without settings is not there.
func knobs(t record.Tuning) []knob {
	var all []knob
	at := make(map[string]int)
	for _, k := range t.Knobs {
		at[k.ID] = len(all)
		all = append(all, knob{Knob: k})
	}
	for _, s := range t.Settings {
		i, ok := at[s.Knob]
		if !ok {
			i = len(all)
			at[s.Knob] = i
			all = append(all, knob{Knob: record.Knob{ID: s.Knob}})
		}
		all[i].add(s)
	}
	return slices.DeleteFunc(all, func(k knob) bool { return len(k.fates) == 0 })
}

func (k *knob) add(s record.Setting) {
	f := fate{before: s.Before, wanted: s.Wanted, after: s.After, state: s.State, why: s.Why, action: s.Action}
	i := slices.IndexFunc(k.fates, f.same)
	if i < 0 {
		i = len(k.fates)
		k.fates = append(k.fates, f)
	}
	if s.Key != "" {
		k.fates[i].keys = append(k.fates[i].keys, s.Key)
	}
}

func (f fate) same(g fate) bool {
	return f.before == g.before && f.wanted == g.wanted && f.after == g.after && f.state == g.state && f.why == g.why
}

// unsupportedAs reports whether the machine has neither k nor other, for one reason.
func (k knob) unsupportedAs(other knob) bool {
	return len(other.fates) == 1 && k.fates[0].why != "" && k.fates[0].state == record.StateUnsupported && k.fates[0].same(other.fates[0])
}

// worst is the state of k that comes last in a summary.
func (k knob) worst() record.State {
	return slices.MaxFunc(k.fates, func(a, b fate) int { return cmp.Compare(rank(a.state), rank(b.state)) }).state
}

// look is that of what changes of k, unless there is trouble or nothing does: that of the
// worst.
func (k knob) look() look {
	worst := lookOf(k.worst())
	first := slices.MinFunc(k.fates, func(a, b fate) int { return cmp.Compare(rank(a.state), rank(b.state)) }).state
	if worst.trouble || rank(first) >= rank(record.StateAlready) {
		return worst
	}
	return lookOf(first)
}

// rank is the place of a state in a summary.
func rank(s record.State) int {
	if i := slices.IndexFunc(looks, func(l look) bool { return l.state == s }); i >= 0 {
		return i
	}
	return len(looks)
}

// named is the ID of k, "in part" when only some of its settings fared as the worst.
func (k knob) named() string {
	if len(k.fates) > 1 {
		return k.ID + " in part"
	}
	return k.ID
}
