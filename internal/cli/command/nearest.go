package command

import (
	"strings"
)

// DidYouMean ends a sentence about a name that nobody knows with those that it is most
// like, each with the prefix: "; did you mean -bench?". It is "" when none is alike.
func DidYouMean(name, prefix string, known []string) string {
	best := len(name)/4 + 1 // as many letters may be wrong
	var alike []string
	for _, k := range known {
		d := distance(name, k)
		if len(name) > 1 && strings.HasPrefix(k, name) {
			d = min(d, best)
		}
		if d > best || len(name) < 2 {
			continue
		}
		if d < best {
			best, alike = d, nil
		}
		alike = append(alike, prefix+k)
	}
	if len(alike) == 0 || len(alike) > 4 {
		return ""
	}
	return "; did you mean " + strings.Join(alike, " or ") + "?"
}

// distance is how many letters have to be put in, left out, replaced, or swapped with
// their neighbour to make b of a (optimal string alignment).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	d := make([][]int, len(s)+1) // of the first i letters of s and the first j of t
	for i := range d {
		d[i] = make([]int, len(t)+1)
		d[i][0] = i
	}
	for j := range t {
		d[0][j+1] = j + 1
	}
	for i := range s {
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			d[i+1][j+1] = min(d[i][j+1]+1, d[i+1][j]+1, d[i][j]+cost)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				d[i+1][j+1] = min(d[i+1][j+1], d[i-1][j-1]+1)
			}
		}
	}
	return d[len(s)][len(t)]
}
