package history

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/record/unit"
	"tare/internal/store"
)

const (
	// unfinishedFor is how long runs, comparisons and sweeps without an end are kept in any
	// case: they may be under way, and comparisons can go on (-resume).
	unfinishedFor = 30 * 24 * time.Hour
	// large is a store's size in bytes from which on the list says how to shrink it.
	large = 1 << 30
	// suggested is what that names.
	suggested = "tare history -vacuum -keep=90d"
)

const keepHint = "-keep=100 keeps the 100 newest, -keep=90d those of the last 90 days"

// parseKeep reads -keep: a number of runs, comparisons and sweeps, or an age: a Go duration,
// or days or weeks, as in 90d and 12w.
func parseKeep(text string, now time.Time) (store.Keep, error) {
	k := store.Keep{Unfinished: now.Add(-unfinishedFor)}
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		k.Newest = n
		return k, nil
	}
	age, err := time.ParseDuration(text)
	for suffix, length := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		if number, ok := strings.CutSuffix(text, suffix); ok {
			var n int
			if n, err = strconv.Atoi(number); n > int(100*365*24*time.Hour/length) {
				n = 0 // would overflow
			}
			age = time.Duration(n) * length
		}
	}
	if err != nil || age <= 0 {
		return k, exit.Errorf(exit.Usage, keepHint, "-keep=%s is neither a number of runs nor an age", text)
	}
	k.Since = now.Add(-age)
	return k, nil
}

// shrink deletes what is not to be kept, and gives the space back.
func (o *options) shrink(ctx context.Context, s *store.Store, w io.Writer) error {
	var p store.Pruned
	var k store.Keep
	var err error
	if o.keep != "" {
		if k, err = parseKeep(o.keep, time.Now()); err != nil {
			return err
		}
		p, err = s.Prunable(ctx, k)
	}
	if err != nil {
		return err
	}
	if o.dryRun {
		return sayPruned(w, "would delete", p)
	}
	before, err := s.Size()
	if err != nil {
		return err
	}
	if o.keep != "" {
		if p, err = s.Prune(ctx, k); err != nil {
			return err
		}
		if err := sayPruned(w, "deleted", p); err != nil {
			return err
		}
	}
	if err := s.Vacuum(ctx); err != nil {
		return fmt.Errorf("the store is as large as before: %w", err)
	}
	after, err := s.Size()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s given back: the store had %s, and has %s\n", size(max(0, before-after)), size(before), size(after))
	return err
}

// sayPruned says what is deleted, and what is kept for having no end.
func sayPruned(w io.Writer, verb string, p store.Pruned) error {
	text := fmt.Sprintf("%s %d of %s, comparisons and sweeps (%s of records)", verb, p.Deleted, unit.Plural(p.Deleted+p.Kept, "run"), size(p.Records))
	if p.Unfinished > 0 {
		text += fmt.Sprintf("; %d older ones stay: they are unfinished and began in the last %d days, so they may go on", p.Unfinished, unfinishedFor/(24*time.Hour))
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// advise says how a large store gets smaller; nothing of others.
func advise(w io.Writer, bytes int64) error {
	if bytes < large {
		return nil
	}
	_, err := fmt.Fprintf(w, "\nThe store has %s: `%s` deletes what is older, and gives the space back.\n", size(bytes), suggested)
	return err
}

func size(bytes int64) string { return unit.Bytes(float64(bytes)) }
