package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UsageTemplate is cobra's, with flags listed as package flag lists them.
func UsageTemplate(cmd *cobra.Command) string {
	cobra.AddTemplateFunc("goFlagUsages", flagUsages)
	t := strings.ReplaceAll(cmd.UsageTemplate(), ".LocalFlags.FlagUsages", "goFlagUsages .LocalFlags")
	t = strings.ReplaceAll(t, ".InheritedFlags.FlagUsages", "goFlagUsages .InheritedFlags")
	return strings.ReplaceAll(t, "--help", "-help")
}

// flagUsages lists flags in the layout of flag.PrintDefaults.
func flagUsages(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString("  -")
		if f.Shorthand != "" {
			fmt.Fprintf(&b, "%s, -", f.Shorthand)
		}
		b.WriteString(f.Name)
		if value != "" {
			fmt.Fprintf(&b, " %s", value)
		}
		fmt.Fprintf(&b, "\n    \t%s", usage)
		switch f.DefValue {
		case "", "0", "0s", "false", "[]":
		default:
			fmt.Fprintf(&b, " (default %s)", f.DefValue)
		}
		b.WriteByte('\n')
	})
	return b.String()
}
