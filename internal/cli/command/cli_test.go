package command

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"
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

func TestStatus(t *testing.T) {
	cause := errors.New("cause")
	broken := Verb(func(*cobra.Command, []string) error { return cause })(nil, nil)
	for _, c := range []struct {
		err     error
		status  Exit
		message string
	}{
		{nil, Fine, ""},
		{cause, Usage, "tare: cause"},
		{broken, Broken, "tare: cause"},
		{fmt.Errorf("outer: %w", Errorf(Usage, "try this", "inner: %w", cause)), Usage, "tare: outer: inner: cause\nhint: try this"},
		{Quiet(Contaminated), Contaminated, ""},
		{Quiet(Fine), Fine, ""},
		{errors.Join(Errorf(Broken, "hint", "first"), Quiet(Contaminated), cause), Broken, "tare: first\nhint: hint\ntare: cause"},
	} {
		if got := Status(c.err); got != c.status {
			t.Errorf("%v: status %d, want %d", c.err, got, c.status)
		}
		if got := Message(c.err); got != c.message {
			t.Errorf("%v: message %q, want %q", c.err, got, c.message)
		}
	}
	if !errors.Is(broken, cause) {
		t.Error("the cause is lost")
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
