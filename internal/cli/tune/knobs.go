package tune

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
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

func (k *Knobs) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&k.Only, "only", nil, "set these `knobs` instead of a profile's; see -list")
	f.StringSliceVar(&k.With, "with", nil, "set these `knobs` as well")
	f.StringSliceVar(&k.Without, "without", nil, "leave these `knobs` alone")
	f.StringVar(&k.Frequency, "frequency", "", "lock the CPUs to a `frequency`: 2.4GHz, or 80% of the highest that is steady (default: that itself)")
	f.StringVar(&k.Shield, "shield", "", "`list` of CPUs to keep free of everything but tare's cells, such as 2-3")
	var ids []string
	for _, knob := range knobs.All() {
		ids = append(ids, knob.ID)
	}
	for _, flag := range []string{"only", "with", "without"} {
		command.Complete(cmd, flag, command.CompleteList(ids))
	}
}

// wish is a flag that says how to set a knob, and thereby that it is to be set.
type wish struct{ flag, value, knob string }

func (k *Knobs) wished() []wish {
	return slices.DeleteFunc([]wish{{"frequency", k.Frequency, "frequency"}, {"shield", k.Shield, "shield"}},
		func(w wish) bool { return w.value == "" })
}

// named lists the knobs that were asked for by name.
func (k *Knobs) named() []string {
	list := slices.Concat(k.Only, k.With)
	for _, w := range k.wished() {
		list = append(list, w.knob)
	}
	return list
}

// Check returns a usage error unless the choice makes sense, on whatever machine.
func (k *Knobs) Check() error {
	_, _, err := k.resolve()
	return err
}

func (k *Knobs) resolve() ([]tuning.Knob, tuning.Wishes, error) {
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

// chosen is the profile that was set; none when knobs were named instead.
func (k *Knobs) chosen() string {
	if len(k.Only) > 0 {
		return ""
	}
	return k.profile()
}

// plan reads what the choice would change on the machine below root. What is
// wished for and cannot be had there is a usage error.
func (k *Knobs) plan(root string) ([]record.Knob, []tuning.Item, error) {
	selected, wishes, err := k.resolve()
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
	return about(selected), plan, nil
}

// about returns the knobs as reports show them.
func about(selected []tuning.Knob) []record.Knob {
	list := make([]record.Knob, len(selected))
	for i, k := range selected {
		list[i] = k.Knob
	}
	return list
}

// Tune sets the machine below root, whose lock s is. What is standing lasts until
// it is restored, the rest as long as this process.
func (k *Knobs) Tune(ctx context.Context, s *setup.Session, root string, standing bool) (record.Tuning, error) {
	about, plan, err := k.plan(root)
	if err != nil {
		return record.Tuning{}, err
	}
	t, err := s.Tune(ctx, k.chosen(), standing, plan)
	if err != nil {
		return t, exit.Errorf(exit.Broken, stateHint, "%w", err)
	}
	t.Knobs = about
	return t, nil
}

// args returns the choice as arguments of `tare tune`.
func (k *Knobs) args() []string {
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
