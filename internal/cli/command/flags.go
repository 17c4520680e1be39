package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// GoFlags rewrites flags as Go spells them (-bench=X, -count 5) to the double
// dash that pflag wants, for the flags that the command named in args has.
// What follows "--" or "-args" is left alone. One-letter flags stay as they
// are. A command line that a shell wants completed is rewritten likewise.
func GoFlags(root *cobra.Command, args []string) []string {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return append([]string{args[0]}, GoFlags(root, args[1:])...)
	}
	cmd, _, err := root.Find(args)
	if err != nil {
		cmd = root
	}
	out := make([]string, 0, len(args))
	for i, arg := range args {
		if arg == "--" || isArgs(arg) {
			return append(out, args[i:]...)
		}
		if isGoFlag(cmd, arg) {
			arg = "-" + arg
		}
		out = append(out, arg)
	}
	return out
}

func isGoFlag(cmd *cobra.Command, arg string) bool {
	if len(arg) < 3 || arg[0] != '-' || arg[1] == '-' {
		return false
	}
	name, _, _ := strings.Cut(arg[1:], "=")
	if len(name) < 2 {
		return name != "" && has(cmd, name)
	}
	return has(cmd, name) || name == "help"
}

func has(cmd *cobra.Command, name string) bool {
	return cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil
}

func isArgs(arg string) bool { return arg == "-args" || arg == "--args" }

// CutArgs splits the arguments of `tare run` at -args: what follows goes to
// the test binaries.
func CutArgs(args []string) (own, binary []string) {
	for i, arg := range args {
		if isArgs(arg) {
			return args[:i], args[i+1:]
		}
	}
	return args, nil
}

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
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(&b, "  -%s", f.Name)
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
