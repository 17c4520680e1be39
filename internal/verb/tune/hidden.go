package tune

import (
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"tare/internal/host/setting"
	"tare/internal/tuning/setup"
	"tare/internal/verb/cli"
)

// The commands that tare calls itself with.
const (
	holdName     = "hold-cpu-latency"
	watchdogName = "restore-when-over"
)

// HiddenCommands returns the commands that only tare itself calls.
func HiddenCommands() []*cobra.Command {
	hold := &cobra.Command{
		Use: holdName + " root microseconds", Hidden: true, Args: cobra.ExactArgs(2),
		RunE: cli.Verb(func(cmd *cobra.Command, args []string) error {
			us, err := strconv.Atoi(args[1])
			if err != nil {
				return cli.Errorf(cli.Usage, "", "%w", err)
			}
			return setting.HoldCPULatency(cmd.Context(), args[0], us)
		}),
	}
	watchdog := &cobra.Command{
		Use: watchdogName + " root session", Hidden: true, Args: cobra.ExactArgs(2),
		RunE: cli.Verb(func(cmd *cobra.Command, args []string) error {
			o, err := Options(args[0], nil, nil)
			if err != nil {
				return err
			}
			_, err = setup.RestoreWhenOver(o, cmd.InOrStdin(), args[1])
			return err
		}),
	}
	return []*cobra.Command{hold, watchdog}
}

// Watch starts the process that restores the session when this one is killed.
func Watch(s *setup.Session, root, id string) (*setup.Watchdog, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the program tare: %w", err)
	}
	return s.Watch([]string{program, watchdogName, root}, id)
}
