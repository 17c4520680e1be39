package command

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
)

// tree is a root with a verb that writes what it understood.
func tree(out *strings.Builder) *cobra.Command {
	root := &cobra.Command{Use: "tare", Version: "v1"}
	root.SetOut(out)
	verb := &cobra.Command{Use: "run [packages]", Args: AtMost(2), RunE: func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 && args[0] == "fail" {
			return errors.New("failed")
		}
		_, err := fmt.Fprintln(cmd.OutOrStdout(), said(cmd.Flags()), len(args), cmd.ArgsLenAtDash())
		return err
	}}
	verb.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return []cobra.Completion{fmt.Sprint("after", args)}, cobra.ShellCompDirectiveNoFileComp
	}
	verb.Flags().AddFlagSet(sample())
	verb.Flags().String("aslr", "on", "randomize, `on|off`")
	Complete(verb, "only", CompleteList([]string{"boost", "governor"}))
	check := &cobra.Command{Use: "check", ValidArgs: []string{"this", "that"}, RunE: func(*cobra.Command, []string) error { return nil }}
	root.AddCommand(verb, check, &cobra.Command{Use: "secret", Hidden: true, RunE: func(*cobra.Command, []string) error { return nil }})
	root.SetUsageTemplate(UsageTemplate(root))
	return root
}

func TestRun(t *testing.T) {
	for in, want := range map[string]string{
		"run -bench=X a -json b": "bench=X json=true [a b] 2 -1",
		"run -json -- -x":        "json=true [-x] 1 0",
		"run a -args b c d":      "args=b c d [a] 1 -1",
		"-version":               "tare version v1",
		"--version":              "tare version v1",
		"secret":                 "",
	} {
		var out strings.Builder
		err := Run(t.Context(), tree(&out), strings.Fields(in))
		if got := strings.TrimSpace(out.String()); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", in, got, err, want)
		}
	}
}

func TestRunHelps(t *testing.T) {
	for in, want := range map[string]string{
		"":                   "tare [command]",
		"-help":              "tare [command]",
		"help":               "tare [command]",
		"run -help":          "tare run [packages]",
		"run -h a b c d e":   "tare run [packages]",
		"run a --help":       "tare run [packages]",
		"help run":           "tare run [packages]",
		"help help":          "tare help [command]",
		"completion":         "tare completion [command]",
		"completion bash -h": "source <(tare completion bash)",
		"completion fish":    "# fish completion for tare",
	} {
		var out strings.Builder
		err := Run(t.Context(), tree(&out), strings.Fields(in))
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", in, err, out.String())
		}
	}
}

func TestRunErrors(t *testing.T) {
	for in, want := range map[string]struct {
		status  exit.Code
		message string
	}{
		"rnu":                 {exit.Usage, "unknown command \"rnu\"; did you mean run?\nhint: see `tare -help`"},
		"nonsense":            {exit.Usage, "unknown command \"nonsense\"\nhint: see `tare -help`"},
		"secrets":             {exit.Usage, "unknown command \"secrets\"\nhint: see `tare -help`"},
		"help rnu":            {exit.Usage, "unknown command \"rnu\"; did you mean run?\nhint: see `tare -help`"},
		"completion bsh":      {exit.Usage, "unknown command \"bsh\"; did you mean bash or zsh?\nhint: see `tare completion -help`"},
		"run -bnech=X":        {exit.Usage, "unknown flag -bnech; did you mean -bench?\nhint: see `tare run -help`"},
		"run -for=5":          {exit.Usage, "-for \"5\": not a duration\nhint: write 500ms, 30s, 10m or 1h30m"},
		"run a b c":           {exit.Usage, "tare run takes at most 2 arguments, but got 3: [\"a\" \"b\" \"c\"]\nhint: see `tare run -help`"},
		"completion bash now": {exit.Usage, "unknown command \"now\" for \"tare completion bash\"\nhint: see `tare completion bash -help`"},
		"run fail":            {exit.Broken, "failed"},
		"-json run":           {exit.Usage, "unknown flag -json\nhint: see `tare -help`"},
	} {
		var out strings.Builder
		err := Run(t.Context(), tree(&out), strings.Fields(in))
		if exit.Status(err) != want.status || exit.Message(err) != "tare: "+want.message || out.Len() > 0 {
			t.Errorf("%s: status %d, %q, want %q; wrote %s", in, exit.Status(err), exit.Message(err), want.message, out.String())
		}
	}
}

func TestUsageListsFlagsAsGoDoes(t *testing.T) {
	var out strings.Builder
	if err := Run(t.Context(), tree(&out), []string{"run", "-help"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  -bench regexp\n    \trun regexp (default .)\n", "  -n, -count n\n    \tn rounds\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "--") {
		t.Errorf("two dashes:\n%s", out.String())
	}
}

// TestJudged has an error that says nothing of a status mean that tare is broken.
func TestJudged(t *testing.T) {
	cause := errors.New("cause")
	for want, err := range map[exit.Code]error{exit.Broken: cause, exit.Usage: exit.Errorf(exit.Usage, "", "%w", cause)} {
		got := judged(err)
		if exit.Status(got) != want || !errors.Is(got, cause) {
			t.Errorf("%v: %v, status %d, want %d", err, got, exit.Status(got), want)
		}
	}
}
