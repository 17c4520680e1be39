package tune

import (
	"strconv"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/tune"
	"tare/internal/host/setting"
	"tare/internal/machine/tuning/setup"
)

// HiddenCommands returns the commands that only tare itself calls.
func HiddenCommands() []*cobra.Command {
	hold := &cobra.Command{
		Use: engine.HoldCommand + " root microseconds", Hidden: true, Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			us, err := strconv.Atoi(args[1])
			if err != nil {
				return exit.Errorf(exit.Usage, "", "%w", err)
			}
			return setting.HoldCPULatency(cmd.Context(), args[0], us)
		},
	}
	watchdog := &cobra.Command{
		Use: engine.WatchdogCommand + " root session", Hidden: true, Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := engine.Place{Root: args[0], Args: command.CommandLine()}.Options()
			if err != nil {
				return err
			}
			return setup.RestoreWhenOver(o, args[1])
		},
	}
	return []*cobra.Command{hold, watchdog}
}
