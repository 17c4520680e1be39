package benchfile

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/perf/benchproc"

	"tare/internal/record"
)

// rows are what benchmarks are when -row names them, by the values of its keys.
type rows map[record.Benchmark]rowKeys

// rowKeys is what makes a row, and what of the names of its benchmarks neither it nor a
// column has.
type rowKeys struct{ row, rest benchproc.Key }

// ErrMixed is that a row would have different benchmarks.
var ErrMixed = errors.New("-row puts different benchmarks into one row")

// add notes that b is a row with these keys. Values of different benchmarks are no
// sample of anything: that is ErrMixed.
func (rs rows) add(b record.Benchmark, row, rest benchproc.Key) error {
	before, seen := rs[b]
	if seen && before.rest != rest {
		return fmt.Errorf("%w: %q has %s and %s", ErrMixed, b.Name, before.rest.StringValues(), rest.StringValues())
	}
	rs[b] = rowKeys{row, rest}
	return nil
}

// sort brings series into the order that their rows ask for; without rows, it leaves them.
func (rs rows) sort(all []Series) {
	var keys []benchproc.Key
	for _, k := range rs {
		if !slices.Contains(keys, k.row) {
			keys = append(keys, k.row)
		}
	}
	if len(keys) == 0 {
		return
	}
	benchproc.SortKeys(keys)
	slices.SortStableFunc(all, func(a, b Series) int {
		return slices.Index(keys, rs[a.Benchmark].row) - slices.Index(keys, rs[b.Benchmark].row)
	})
}
