package command

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
)

func command() *cobra.Command {
	root := &cobra.Command{Use: "tare"}
	run := &cobra.Command{Use: "run", RunE: func(*cobra.Command, []string) error { return nil }}
	run.Flags().String("bench", ".", "run `regexp`")
	run.Flags().IntP("count", "n", 0, "rounds")
	run.Flags().Bool("json", false, "JSON")
	root.AddCommand(run)
	return root
}

func TestGoFlags(t *testing.T) {
	for in, want := range map[string]string{
		"run -bench=X ./...":         "run --bench=X ./...",
		"run -bench X -count 5":      "run --bench X --count 5",
		"run --bench=X -n 5":         "run --bench=X -n 5",
		"run -json -help":            "run --json --help",
		"run -nonsense":              "run -nonsense",
		"run -- -bench=X":            "run -- -bench=X",
		"-bench=X":                   "-bench=X",
		"run - ./x":                  "run - ./x",
		"run -json -args -bench=own": "run --json -args -bench=own",
		"__complete run -bench=X":    "__complete run --bench=X",
	} {
		if got := strings.Join(GoFlags(command(), strings.Fields(in)), " "); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestCutArgs(t *testing.T) {
	own, binary := CutArgs([]string{"run", "-json", ".", "-args", "-x", "-args"})
	if !reflect.DeepEqual(own, []string{"run", "-json", "."}) || !reflect.DeepEqual(binary, []string{"-x", "-args"}) {
		t.Errorf("%q, %q", own, binary)
	}
	if own, binary := CutArgs([]string{"run"}); len(own) != 1 || binary != nil {
		t.Errorf("%q, %q", own, binary)
	}
}

func TestUsageListsFlagsAsGoDoes(t *testing.T) {
	root := command()
	root.SetUsageTemplate(UsageTemplate(root))
	run, _, err := root.Find([]string{"run"})
	if err != nil {
		t.Fatal(err)
	}
	usage := run.UsageString()
	if !strings.Contains(usage, "  -bench regexp\n    \trun regexp (default .)\n") || strings.Contains(usage, "--bench") {
		t.Errorf("usage:\n%s", usage)
	}
}

// TestVerb has an error that says nothing of a status mean that tare is broken.
func TestVerb(t *testing.T) {
	cause := errors.New("cause")
	for want, err := range map[exit.Code]error{exit.Broken: cause, exit.Usage: exit.Errorf(exit.Usage, "", "%w", cause)} {
		got := Verb(func(*cobra.Command, []string) error { return err })(nil, nil)
		if exit.Status(got) != want || !errors.Is(got, cause) {
			t.Errorf("%v: %v, status %d, want %d", err, got, exit.Status(got), want)
		}
	}
}
