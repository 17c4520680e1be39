package command

import (
	"strings"
	"testing"
)

func TestCompleteList(t *testing.T) {
	complete := CompleteList([]string{"boost", "governor"})
	for typed, want := range map[string]string{
		"":                "boost governor",
		"go":              "boost governor", // the shell narrows it down
		"boost,":          "boost,governor",
		"boost,g":         "boost,governor",
		"boost,governor,": "",
		"bo,":             "bo,boost bo,governor",
	} {
		got, _ := complete(nil, nil, typed)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestAnswer(t *testing.T) {
	for in, want := range map[string]string{
		"|":                 "check completion help run :4",
		"r|":                "run :4",
		"help |":            "check completion help run :4",
		"completion b|":     "bash :4",
		"nonsense |":        ":4",
		"check |":           "this that :4",
		"check this |":      ":4",
		"run |":             "after[] :4",
		"run a -json b |":   "after[a b] :4",
		"run -- |":          "after[] :4",
		"run -- -js|":       "after[] :4",
		"run -js|":          "-json :4",
		"run --js|":         "--json :4",
		"run -json -js|":    ":4", // once is enough
		"run -env=A=B -e|":  "-env :4",
		"run -n|":           "-n :4",
		"run -aslr |":       "on off :4",
		"run -aslr=|":       "on off :4",
		"run --aslr=o|":     "on off :4",
		"run -only=boost,|": "boost,governor :6",
		"run -json=|":       "true false :4",
		"run -count |":      ":4",
		"run -bench |":      ":0",
		"run -nonsense=|":   ":4",
		"run -nonsense |":   ":0",
		"run -args -js|":    ":0",
		"-v|":               "-version -v :4",
	} {
		var out strings.Builder
		line, _ := strings.CutSuffix(in, "|")
		words := append(strings.Fields(line), "")
		if line != "" && !strings.HasSuffix(line, " ") {
			words = words[:len(words)-1]
		}
		err := Run(t.Context(), tree(&out), append([]string{"__completeNoDesc"}, words...))
		if got := strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "after[a b]", "after[a+b]")), " "); err != nil || got != strings.ReplaceAll(want, "a b]", "a+b]") {
			t.Errorf("%s: %s, %v; want %s", in, got, err, want)
		}
	}
}

func TestAnswerDescribes(t *testing.T) {
	for in, want := range map[string]string{"run -benc": "-bench\trun regexp\n:4\n", "comple": "completion\tGenerate the autocompletion script for the specified shell\n:4\n"} {
		var out strings.Builder
		if err := Run(t.Context(), tree(&out), append([]string{"__complete"}, strings.Fields(in)...)); err != nil || out.String() != want {
			t.Errorf("%s: %q, %v; want %q", in, out.String(), err, want)
		}
	}
}
