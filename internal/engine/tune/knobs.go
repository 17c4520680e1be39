package tune

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tare/internal/engine/exit"
	"tare/internal/machine/tuning"
	"tare/internal/machine/tuning/knobs"
	"tare/internal/machine/tuning/setup"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// Knobs is a choice of knobs, as typed.
type Knobs struct {
	Profile             string // empty for the default
	Only, With, Without []string
	Frequency, Shield   string
}

// wish is a flag that says how to set a knob, and thereby that it is to be set.
type wish struct{ flag, value, knob string }

func (k *Knobs) wished() []wish {
	return slices.DeleteFunc([]wish{{"frequency", k.Frequency, "frequency"}, {"shield", k.Shield, "shield"}},
		func(w wish) bool { return w.value == "" })
}

// Named lists the knobs that were asked for by name.
func (k *Knobs) Named() []string {
	list := slices.Concat(k.Only, k.With)
	for _, w := range k.wished() {
		list = append(list, w.knob)
	}
	return list
}

// Check returns a usage error unless the choice makes sense, on whatever machine.
func (k *Knobs) Check() error {
	_, _, err := k.Resolve()
	return err
}

// Resolve returns the knobs that were chosen, and how they are to be set, on whatever
// machine there is.
func (k *Knobs) Resolve() ([]tuning.Knob, tuning.Wishes, error) {
	wishes := tuning.Wishes{Frequency: k.Frequency}
	if k.Shield != "" {
		var err error
		if wishes.Shield, err = sysfs.ParseList(k.Shield); err != nil {
			return nil, wishes, exit.Errorf(exit.Usage, "write a list of CPUs such as 2-3", "-shield: %w", err)
		}
	}
	with := slices.Clone(k.With)
	for _, w := range k.wished() {
		if slices.Contains(k.Without, w.knob) {
			return nil, wishes, exit.Errorf(exit.Usage, "leave one of them out", "-%s=%s sets the knob that -without=%s leaves alone", w.flag, w.value, w.knob)
		}
		with = append(with, w.knob)
	}
	selected, err := knobs.Select(k.profile(), k.Only, with, k.Without)
	if err != nil {
		return nil, wishes, exit.Errorf(exit.Usage, "list them with `tare tune -list`", "%w", err)
	}
	if len(selected) == 0 {
		return nil, wishes, exit.Errorf(exit.Usage, "", "no knobs are left to set")
	}
	return selected, wishes, nil
}

func (k *Knobs) profile() string { return cmp.Or(k.Profile, knobs.Profiles()[0]) }

// Chosen is the profile that was set; none when knobs were named instead.
func (k *Knobs) Chosen() string {
	if len(k.Only) > 0 {
		return ""
	}
	return k.profile()
}

// Plan reads what the choice would change on the machine below root. What is
// wished for and cannot be had there is a usage error.
func (k *Knobs) Plan(root string) ([]record.Knob, []tuning.Item, error) {
	selected, wishes, err := k.Resolve()
	if err != nil {
		return nil, nil, err
	}
	plan := setup.Plan(root, selected, wishes)
	for _, w := range k.wished() {
		for _, it := range plan {
			if it.Knob == w.knob && it.State == record.StateFailed {
				return nil, nil, exit.Errorf(exit.Usage, "nothing was changed; `tare tune -list` shows what there is", "-%s=%s: %s", w.flag, w.value, it.Why)
			}
		}
	}
	return About(selected), plan, nil
}

// About returns the knobs as reports show them.
func About(selected []tuning.Knob) []record.Knob {
	list := make([]record.Knob, len(selected))
	for i, k := range selected {
		list[i] = k.Knob
	}
	return list
}

// Tune sets the machine below root, whose lock s is. What is standing lasts until
// it is restored, the rest as long as this process.
func (k *Knobs) Tune(ctx context.Context, s *setup.Session, root string, standing bool) (record.Tuning, error) {
	about, plan, err := k.Plan(root)
	if err != nil {
		return record.Tuning{}, err
	}
	t, err := s.Tune(ctx, k.Chosen(), standing, plan)
	if err != nil {
		return t, exit.Errorf(exit.Broken, StateHint, "%w", err)
	}
	t.Knobs = about
	return t, nil
}

// Args returns the choice as arguments of `tare tune`.
func (k *Knobs) Args() []string {
	var list []string
	for _, f := range []struct {
		name   string
		values []string
	}{{"only", k.Only}, {"with", k.With}, {"without", k.Without}} {
		for _, v := range f.values {
			list = append(list, fmt.Sprintf("-%s=%s", f.name, v))
		}
	}
	for _, w := range k.wished() {
		list = append(list, fmt.Sprintf("-%s=%s", w.flag, w.value))
	}
	return append(list, k.profile())
}
