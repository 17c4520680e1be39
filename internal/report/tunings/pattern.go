package tunings

import (
	"slices"
	"strings"
)

// namedKeys is how many settings are named one by one.
const namedKeys = 4

// pattern is one name for keys: their longest common path with a star, or if
// they are few and each matters, a list in braces, where they differ. Keys of
// files lose their scheme; keys must not be empty.
func pattern(keys []string, each bool) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = strings.TrimPrefix(k, "file:")
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 1 {
		return names[0]
	}
	prefix, suffix := common(names)
	if !each || len(names) > namedKeys {
		return prefix + "*" + suffix
	}
	var middles []string
	for _, n := range names {
		middles = append(middles, n[len(prefix):len(n)-len(suffix)])
	}
	return prefix + "{" + strings.Join(middles, ",") + "}" + suffix
}

// common returns with what all names start and end. The start ends, and the
// end starts, at the edge of a word or a number: "cpu1" and "cpu12" have "cpu"
// in common. The two do not overlap in any name.
func common(names []string) (prefix, suffix string) {
	prefix, suffix = names[0], names[0]
	shortest := len(names[0])
	for _, n := range names[1:] {
		shortest = min(shortest, len(n))
		for !strings.HasPrefix(n, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
		for !strings.HasSuffix(n, suffix) {
			suffix = suffix[1:]
		}
	}
	prefix = strings.TrimRight(prefix, digits)
	wordGoesOn := func(n string) bool { return strings.IndexAny(n[len(prefix):], letters) == 0 }
	if slices.ContainsFunc(names, wordGoesOn) {
		prefix = strings.TrimRight(prefix, letters)
	}
	suffix = suffix[max(0, len(prefix)+len(suffix)-shortest):]
	if i := strings.IndexByte(suffix, '/'); i >= 0 {
		return prefix, suffix[i:]
	}
	return prefix, ""
}

const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
