package knobs

import (
	"fmt"
	"strings"
)

// known returns an error when no knob has the ID. It names those that
// begin alike or are part of it, or all of them when none is.
func known(id string) error {
	var all, close []string
	for _, k := range catalogue {
		if k.ID == id {
			return nil
		}
		all = append(all, k.ID)
		if start := id[:min(3, len(id))]; start != "" && strings.Contains(k.ID, start) || strings.Contains(id, k.ID) {
			close = append(close, k.ID)
		}
	}
	if len(close) > 0 {
		return fmt.Errorf("there is no knob %q: did you mean %s?", id, strings.Join(close, " or "))
	}
	return fmt.Errorf("there is no knob %q: there are %s", id, strings.Join(all, ", "))
}
