package perfetto

import (
	"fmt"
	"math"
)

// mostRows is how many slices of a kind can be shown at a time.
const mostRows = 64

// rowKey is what rows are of: their parent and name.
type rowKey struct {
	in   group
	name string
}

// row is a track whose slices do not overlap, because each begins after the end
// of all that came before it.
type row struct {
	uuid uint64
	end  int64
}

// row returns the track of that name which is free from start, and takes it until
// end. When there are too many, it is not ok.
func (w *Writer) row(k rowKey, rank, start, end int64) (uuid uint64, ok bool) {
	rows := w.tracks.rows[k]
	for i := range rows {
		if rows[i].end <= start {
			rows[i].end = end
			return rows[i].uuid, true
		}
	}
	if len(rows) == mostRows {
		return 0, false
	}
	name := k.name
	if len(rows) > 0 {
		name = fmt.Sprintf("%s (%d)", name, len(rows)+1)
	}
	r := row{w.tracks.uuid(), end}
	w.tracks.rows[k] = append(rows, r)
	w.describe(child(r.uuid, w.group(k.in), name, rank))
	return r.uuid, true
}

// instant writes the event that was begun as one without duration. Instants share
// a row: they cannot overlap.
func (w *Writer) instant(k rowKey, rank, at int64) {
	uuid, _ := w.row(k, rank, math.MaxInt64, math.MinInt64)
	w.put(typeInstant, uuid, at)
}
