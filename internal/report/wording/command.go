package wording

import (
	"fmt"
	"slices"
	"strings"
)

// Reproduce is the command that measures the same in the same order; args are
// those after "tare", the verb first.
func Reproduce(args []string, seed uint64) string {
	seeded := func(arg string) bool { return strings.HasPrefix(strings.TrimLeft(arg, "-"), "seed") }
	if len(args) > 0 && !slices.ContainsFunc(args, seeded) {
		args = slices.Insert(slices.Clone(args), 1, fmt.Sprintf("-seed=%d", seed))
	}
	return "tare " + Quote(args)
}

// Quote joins words so that a POSIX shell reads them back as they are.
func Quote(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

// quote is one of those words.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=+:,./@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
