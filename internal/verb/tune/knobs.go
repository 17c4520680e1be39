package tune

import (
	"cmp"
	"fmt"

	"github.com/spf13/pflag"

	"tare/internal/read/cgroupfs"
	"tare/internal/tuning"
	"tare/internal/tuning/knobs"
	"tare/internal/verb/cli"
)

// Knobs is a choice of knobs, as typed.
type Knobs struct {
	Profile             string // empty for the default
	Only, With, Without []string
	Frequency, Shield   string
	every               bool // for -list
}

func (k *Knobs) register(f *pflag.FlagSet) {
	f.StringSliceVar(&k.Only, "only", nil, "set these `knobs` instead of a profile's; see -list")
	f.StringSliceVar(&k.With, "with", nil, "set these `knobs` as well")
	f.StringSliceVar(&k.Without, "without", nil, "leave these `knobs` alone")
	f.StringVar(&k.Frequency, "frequency", "", "lock the CPUs to a `frequency`: 2.4GHz, or 80% of the highest (default: the highest that is steady)")
	f.StringVar(&k.Shield, "shield", "", "`list` of CPUs to keep free of everything but tare's cells, such as 2-3; adds the knob shield")
}

// Resolve checks the choice. Every error is a usage error.
func (k *Knobs) Resolve() ([]tuning.Knob, tuning.Wishes, error) {
	wishes := tuning.Wishes{Frequency: k.Frequency}
	with := k.With
	if k.Shield != "" {
		cpus, err := cgroupfs.ParseList(k.Shield)
		if err != nil {
			return nil, wishes, cli.Errorf(cli.Usage, "write a list of CPUs such as 2-3", "-shield: %w", err)
		}
		wishes.Shield = cpus
		with = append([]string{"shield"}, with...)
	}
	if k.every {
		return knobs.All(), wishes, nil
	}
	selected, err := knobs.Select(k.profile(), k.Only, with, k.Without)
	if err != nil {
		return nil, wishes, cli.Errorf(cli.Usage, "list them with `tare tune -list`", "%w", err)
	}
	if len(selected) == 0 {
		return nil, wishes, cli.Errorf(cli.Usage, "", "no knobs are left to set")
	}
	return selected, wishes, nil
}

func (k *Knobs) profile() string { return cmp.Or(k.Profile, knobs.Profiles()[0]) }

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
	if k.Frequency != "" {
		list = append(list, "-frequency="+k.Frequency)
	}
	if k.Shield != "" {
		list = append(list, "-shield="+k.Shield)
	}
	return append(list, k.profile())
}
