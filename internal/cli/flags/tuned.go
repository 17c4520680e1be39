package flags

import (
	"cmp"
	"os"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
	"tare/internal/machine/tuning/knobs"
	"tare/internal/measure/cell"
)

// RegisterTune declares -tune and -shield.
func RegisterTune(cmd *cobra.Command, k *tune.Knobs) {
	f := cmd.Flags()
	f.StringVar(&k.Profile, "tune", "", "set the machine with this `profile` of tare tune for the run, and put it back at its end, even when tare is killed; -tune alone is -tune=quiet")
	f.Lookup("tune").NoOptDefVal = knobs.Profiles()[0]
	command.Complete(cmd, "tune", command.OneOf(knobs.Profiles()...))
	f.StringVar(&k.Shield, "shield", "", "with -tune, keep this `list` of CPUs free of everything but the benchmarks, and run them there")
}

// CheckTune checks -tune and -shield. On a machine with a shield, made for this run
// or by an earlier tare tune, benchmarks run behind it unless cpus names others.
func CheckTune(k *tune.Knobs, cpus *string) error {
	if *cpus == "" {
		*cpus = cmp.Or(k.Shield, cell.Shielded(os.DirFS("/")))
	}
	if k.Profile == "" {
		if k.Shield != "" {
			return exit.Errorf(exit.Usage, "add -tune, or use -cpus to run on CPUs that are not shielded", "-shield needs -tune")
		}
		return nil
	}
	return cmp.Or(k.Check(), tune.Supported())
}
