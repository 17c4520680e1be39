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
