package flags

import (
	"slices"
	"strings"
	"testing"
)

// What a shell would pass on as words comes back as words, however it is quoted.
func FuzzSplit(f *testing.F) {
	f.Add("HEAD~1", "gcflags=-N -l", "")
	f.Add(`C:\src`, "env=A='1'", "\t")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		words := []string{a, b, c}
		var quoted []string
		for _, word := range words {
			word = strings.ToValidUTF8(word, "?")
			quoted = append(quoted, "'"+strings.ReplaceAll(word, "'", `'"'"'`)+"'")
		}
		got, err := split(" " + strings.Join(quoted, "\t "))
		for i := range words {
			words[i] = strings.ToValidUTF8(words[i], "?")
		}
		if err != nil || !slices.Equal(got, words) {
			t.Errorf("%q: %q, %v", quoted, got, err)
		}
	})
}
