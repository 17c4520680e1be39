package tune

import (
	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	engine "tare/internal/engine/tune"
	"tare/internal/machine/tuning/knobs"
)

// register declares the flags that choose knobs.
func register(cmd *cobra.Command, k *engine.Knobs) {
	f := cmd.Flags()
	f.StringSliceVar(&k.Only, "only", nil, "set these `knobs` instead of a profile's; see -list")
	f.StringSliceVar(&k.With, "with", nil, "set these `knobs` as well")
	f.StringSliceVar(&k.Without, "without", nil, "leave these `knobs` alone")
	f.StringVar(&k.Frequency, "frequency", "", "lock the CPUs to a `frequency`: 2.4GHz, or 80% of the highest steady one (default: 100% of it)")
	f.StringVar(&k.Shield, "shield", "", "`list` of CPUs to keep free of everything but tare's cells, such as 2-3")
	var ids []string
	for _, knob := range knobs.All() {
		ids = append(ids, knob.ID)
	}
	for _, flag := range []string{"only", "with", "without"} {
		command.Complete(cmd, flag, command.CompleteList(ids))
	}
}
