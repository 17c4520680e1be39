package versuspage

import (
	"fmt"
	"strings"
)

// sessions lists those of a comparison that was continued, with when they began
// and how many rounds a benchmark could then have; empty for one that was not.
func (v view) sessions() string {
	var all []string
	for _, s := range v.Sessions {
		all = append(all, fmt.Sprintf("%s up to %d rounds", s.Started.Format("2006-01-02 15:04"), s.Most))
	}
	return strings.Join(all, ", ")
}
