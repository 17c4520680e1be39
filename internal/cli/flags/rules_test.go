package flags

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
)

func TestRules(t *testing.T) {
	rules := Rules{
		{Flags: "pid", Subjects: []string{"a process"}},
		{Flags: "html json", Subjects: []string{"a process", "a benchmark"}},
		{Flags: "base", Needs: "html", Why: "it is for the page"},
		{Flags: "count", Not: "most", Why: "it says exactly", Hint: "leave -most out"},
		{Flags: "json", Not: "html"},
		{Flags: "*", Subjects: []string{"a benchmark"}},
	}
	for in, want := range map[string]string{
		"-pid=1 | a process":                "",
		"-pid=1 | a benchmark":              "-pid does not go with a benchmark\nhint: it goes with a process",
		"-count=1 | a process":              "-count does not go with a process\nhint: it goes with a benchmark",
		"-json | a process":                 "",
		"-json | files":                     "-json does not go with files\nhint: it goes with a process, or a benchmark",
		"| files":                           "",
		"-base=b | a benchmark":             "-base needs -html: it is for the page\nhint: v -html=page -base=b",
		"-base= | a benchmark":              "", // a script's variable that is empty
		"-base=b -html=h | a benchmark":     "",
		"-count=1 -most=2 | a benchmark":    "-count and -most do not go together: it says exactly\nhint: leave -most out",
		"-json -html=h | a benchmark":       "-json and -html do not go together\nhint: leave one of them out",
		"-json=false -html=h | a benchmark": "",
	} {
		cmd := &cobra.Command{Use: "v"}
		f := cmd.Flags()
		f.Int("pid", 0, "")
		f.Int("count", 0, "")
		f.Int("most", 0, "")
		f.Bool("json", false, "")
		f.String("html", "", "`page`")
		f.String("base", "", "`recording`")
		words, subject, _ := strings.Cut(in, "| ")
		if err := command.Parse(f, strings.Fields(words)); err != nil {
			t.Fatal(err)
		}
		err := rules.Check(cmd, subject)
		if want != "" {
			want = "tare: " + want
		}
		if got := exit.Message(err); got != want || err != nil && exit.Status(err) != exit.Usage {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
