package explain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tare/internal/analysis/profiles"
	"tare/internal/host/invoker"
	"tare/internal/host/output"
	"tare/internal/record"
)

// instances are what -pprof-of can choose: names of record.Bar.
var instances = []string{"worst", "p99", "p50"}

// instance says of what profiles are to be that are of one instance of the first
// interval; nil when they are of all. Of a region or request, it is what its
// goroutine did.
func (p *pictures) instance(a *analysis) *profiles.Options {
	s, e := a.session, &a.explanation
	if s.pprofOf == "" || len(e.Intervals) == 0 {
		return nil
	}
	iv := e.Intervals[0]
	bar, ok := instanceOf(iv, s.pprofOf)
	if !ok {
		e.Trouble = append(e.Trouble, fmt.Sprintf("The profiles are of all of %s: there is no instance of it that -pprof-of=%s could choose.", iv.Name, s.pprofOf))
		return nil
	}
	o := &profiles.Options{Spans: []record.Span{{From: e.Begin + bar.From, To: e.Begin + bar.To}}, Wanted: a.counts}
	if iv.Kind == record.IntervalRegion || iv.Kind == record.IntervalHTTP {
		o.Wanted = func(p *record.Piece) bool { return p.Lane.Kind == record.LaneGoroutine && p.Lane.ID == bar.G }
	}
	return o
}

// instanceOf returns the bar whose example is wanted. The worst may be among those of
// another bar, of which the longest is the example.
func instanceOf(iv record.Interval, name string) (found record.Bar, ok bool) {
	for _, b := range iv.Bars {
		if b.Name == name || name == "worst" && b.To-b.From > found.To-found.From {
			found, ok = b, true
		}
	}
	return found, ok
}

// profiles writes one profile for each item, and one with all. Those of an earlier
// recording go, lest items that this one does not have be taken for its own.
func (p *pictures) profiles(dir string) error {
	path := func(name string) string {
		return filepath.Join(dir, strings.NewReplacer(" ", "-", ",", "").Replace(name)+".pprof")
	}
	write := func(name string, items ...record.Item) error {
		f, err := output.Create(path(name))
		if err != nil {
			return err
		}
		if err = p.stacks.Profile(items...).Write(f); err == nil {
			err = f.Commit()
		}
		return errors.Join(err, f.Close())
	}
	there := p.stacks.Items()
	for item := range record.Items {
		if slices.Contains(there, item) {
			if err := write(item.String(), item); err != nil {
				return err
			}
		} else if err := invoker.Remove(path(item.String())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return write("all")
}
