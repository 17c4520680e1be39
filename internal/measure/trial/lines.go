package trial

import (
	"regexp"
	"strconv"
	"strings"
)

// line is one result line of a plain benchmark.
type line struct {
	name   string
	procs  int
	n      int64
	values map[string]float64
}

// parseLines finds result lines among whatever else a benchmark has printed.
// (benchfmt.Reader would do, but drops the unit of measure tidying that we
// need left alone: ns/op as package testing printed it.)
func parseLines(output string) []line {
	var found []line
	for text := range strings.Lines(output) {
		f := strings.Fields(text)
		if len(f) < 4 || len(f)%2 != 0 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		n, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil || n <= 0 {
			continue
		}
		l := line{trimProcs(f[0]), procsOf(f[0]), n, map[string]float64{}}
		for i := 2; i < len(f) && err == nil; i += 2 {
			l.values[f[i+1]], err = strconv.ParseFloat(f[i], 64)
		}
		if _, ok := l.values["ns/op"]; ok && err == nil {
			found = append(found, l)
		}
	}
	return found
}

var procsSuffix = regexp.MustCompile(`-(\d+)$`)

func trimProcs(name string) string { return procsSuffix.ReplaceAllString(name, "") }

func procsOf(name string) int {
	if m := procsSuffix.FindStringSubmatch(name); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return 1
}
