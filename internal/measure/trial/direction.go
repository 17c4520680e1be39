package trial

import (
	"regexp"
	"strings"
)

// unitLine matches unit metadata in the Go benchmark format
// (golang.org/x/perf/benchfmt). A benchmark's name and a tab stand before what it
// prints first.
var unitLine = regexp.MustCompile(`(?m)(?:^|\t)Unit[ \t]+(\S+)[ \t]+(.*)$`)

// directions returns which way is better of the units of which the output says so:
// 1 when larger, −1 when smaller. It is nil when there are none.
func directions(output string) map[string]int {
	var better map[string]int
	for _, m := range unitLine.FindAllStringSubmatch(output, -1) {
		for _, field := range strings.Fields(m[2]) {
			way := map[string]int{"better=higher": 1, "better=lower": -1}[field]
			if way == 0 {
				continue
			}
			if better == nil {
				better = map[string]int{}
			}
			better[m[1]] = way
		}
	}
	return better
}
