package knobs

import (
	"fmt"
	"strings"
)

// known returns an error when no knob has the ID. It names those that are
// spelt alike, or all of them when none is.
func known(id string) error {
	var all, close []string
	for _, k := range catalogue {
		if k.ID == id {
			return nil
		}
		all = append(all, k.ID)
		if strings.Contains(k.ID, id) && id != "" || strings.Contains(id, k.ID) || distance(k.ID, id) <= 2 {
			close = append(close, k.ID)
		}
	}
	if len(close) > 0 {
		return fmt.Errorf("there is no knob %q: did you mean %s?", id, strings.Join(close, " or "))
	}
	return fmt.Errorf("there is no knob %q: there are %s", id, strings.Join(all, ", "))
}

// distance is the Levenshtein distance: how many bytes of a must be inserted,
// deleted or replaced to get b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
