package explain

import (
	"regexp"
	"strings"

	"tare/internal/record"
)

// roles is a sink that tells goroutines apart by the functions that they start
// with.
type roles struct {
	wanted   *regexp.Regexp
	interest map[int64]bool
	runtime  map[int64]bool
}

// benchmarkGoroutines are those that package testing runs benchmarks in.
var benchmarkGoroutines = regexp.MustCompile(`^testing\.\(\*B\)\.`)

func newRoles(wanted *regexp.Regexp) *roles {
	if wanted == nil {
		wanted = benchmarkGoroutines
	}
	return &roles{wanted: wanted, interest: map[int64]bool{}, runtime: map[int64]bool{}}
}

// Named implements record.Sink.
func (r *roles) Named(n *record.Named) {
	switch {
	case n.Lane.Kind != record.LaneGoroutine:
	case r.wanted.MatchString(n.Name):
		r.interest[n.Lane.ID] = true
	case strings.HasPrefix(n.Name, "runtime.") && n.Name != "runtime.main":
		r.runtime[n.Lane.ID] = true
	}
}

// Piece implements record.Sink.
func (r *roles) Piece(*record.Piece) {}

// Mark implements record.Sink.
func (r *roles) Mark(*record.Mark) {}

func (r *roles) isInterest(g int64) bool { return r.interest[g] }
