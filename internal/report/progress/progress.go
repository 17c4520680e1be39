// Package progress tells people how far a run has come. It draws only when it
// is called, between windows: a redraw during a window costs about 1 % of the
// time being measured, and so there is no ticker.
package progress

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"tare/internal/record/unit"
	"tare/internal/report/plain"
)

// Options says where progress goes; Now is required.
type Options struct {
	Terminal bool             // redraw one line; else print plain lines now and then
	Width    func() int       // columns of the terminal, asked at each redraw; nil or ≤ 0 means unlimited
	Now      func() time.Time // the clock; its location is that of the printed time of day
}

// Event is the state of the run between two windows.
type Event struct {
	Next     string // benchmark whose trial comes next, empty after the last
	Done     int    // trials that have ended
	Expected int    // trials in all, as far as is known now; 0 means unknown
	Steady   int    // benchmarks that need no more rounds
	Total    int    // benchmarks
	Noun     string // what Steady and Total count, where it is not benchmarks
	// Left is how long the trials to come will take; 0 means that it is to be
	// guessed from those that have ended.
	Left  time.Duration
	Bound bool // Left is the most that it can be
}

// How often to draw.
const (
	quiet   = 2 * time.Second        // a run shorter than this draws nothing
	redraw  = 100 * time.Millisecond // between redraws of a terminal: faster cannot be read
	between = 30 * time.Second       // between lines of a log
)

// Reporter draws progress. It is safe for concurrent use: while a flight recorder
// waits for a condition, what fetches traces may have something to say. Errors of
// the writer are ignored: a run must not fail because nobody watches it.
type Reporter struct {
	w io.Writer
	o Options

	mu      sync.Mutex // of what follows, and of the writer
	started time.Time
	drawn   time.Time // last time a line was drawn
	visible bool      // a live line is on the screen
	stage   string    // what is being prepared or looked into; empty while there are trials
	last    Event

	// When trials began, and how many had ended: preparations before that
	// say nothing about the pace.
	paceFrom time.Time
	paceDone int
}

// New returns a Reporter that writes to w, usually standard error.
func New(w io.Writer, o Options) *Reporter { return &Reporter{w: w, o: o} }

// Start begins the run and its elapsed time; preparations such as building
// count.
func (r *Reporter) Start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.started = r.o.Now()
	r.drawn = r.started
}

// Stage says what is being prepared before the first Trial, or looked into between others:
// call it before each such thing.
func (r *Reporter) Stage(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stage = plain.Clean(what)
	r.show(r.o.Now())
}

// Trial says what comes next: call it before the first trial and after each.
func (r *Reporter) Trial(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.o.Now()
	if r.paceFrom.IsZero() {
		r.paceFrom, r.paceDone = now, e.Done
	}
	r.last, r.stage = e, ""
	r.show(now)
}

// show draws if it is time to.
func (r *Reporter) show(now time.Time) {
	switch {
	case !r.o.Terminal:
		if now.Sub(r.drawn) >= between {
			r.drawn = now
			fmt.Fprintln(r.w, r.text(now))
		}
	case now.Sub(r.started) >= quiet && now.Sub(r.drawn) >= redraw:
		r.draw(now)
	}
}

// Note prints text on lines of its own, above the live line.
func (r *Reporter) Note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	shown := r.visible
	r.clear()
	fmt.Fprintln(r.w, plain.CleanLines(strings.TrimRight(text, "\n"))) // much of it others have written
	if shown {
		r.draw(r.o.Now())
	}
}

// Clear removes the live line: call it before anything else writes to the
// terminal. The next Trial may draw it again.
func (r *Reporter) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clear()
}

func (r *Reporter) clear() {
	if r.visible {
		io.WriteString(r.w, eraseLine)
		r.visible = false
	}
}

// Done ends the run and leaves nothing of the live line behind.
func (r *Reporter) Done() { r.Clear() }

// eraseLine returns to the first column and erases to the end of the line
// (ECMA-48 EL), which, unlike blanks, does not depend on the old line's length.
const eraseLine = "\r\x1b[K"

// draw leaves the last column free, since some terminals wrap once it is used.
func (r *Reporter) draw(now time.Time) {
	width := math.MaxInt
	if r.o.Width != nil {
		if w := r.o.Width(); w > 0 {
			width = w - 1
		}
	}
	io.WriteString(r.w, eraseLine+cut(r.text(now), width))
	r.drawn, r.visible = now, true
}

// text puts the name last: it is what a narrow terminal can best do without.
func (r *Reporter) text(now time.Time) string {
	if r.paceFrom.IsZero() || r.stage != "" {
		return unit.Duration(now.Sub(r.started)) + "  " + r.stage
	}
	e := r.last
	trials := fmt.Sprintf("%d trials", e.Done)
	if e.Expected > 0 {
		trials = fmt.Sprintf("%d/%d trials", e.Done, e.Expected)
	}
	parts := []string{trials, fmt.Sprintf("%d/%d %s", e.Steady, e.Total, cmp.Or(e.Noun, "benchmarks")), unit.Duration(now.Sub(r.started))}
	if left, ok := r.remaining(now); ok {
		what := "ETA"
		if e.Bound {
			what = "at most"
		}
		parts = append(parts, fmt.Sprintf("%s %s (%s)", what, unit.Duration(left), clock(now, left)))
	}
	if e.Next != "" {
		parts = append(parts, plain.Clean(e.Next))
	}
	return strings.Join(parts, "  ")
}

// remaining assumes, when nobody knows better, that the trials to come take as long
// as those that ended did on average.
func (r *Reporter) remaining(now time.Time) (time.Duration, bool) {
	if r.last.Left > 0 {
		return r.last.Left, true
	}
	done, left := r.last.Done-r.paceDone, r.last.Expected-r.last.Done
	if done <= 0 || left <= 0 {
		return 0, false
	}
	return time.Duration(float64(now.Sub(r.paceFrom)) / float64(done) * float64(left)), true
}

// clock is the time of day after left, with the day once that is in doubt.
func clock(now time.Time, left time.Duration) string {
	if left < 12*time.Hour {
		return now.Add(left).Format("15:04:05")
	}
	return now.Add(left).Format("Mon 15:04")
}

// cut shortens text to width runes.
func cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:max(0, width-1)]) + "…"
}
