package gotrace

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"tare/internal/record"
	"tare/internal/test/golden"
	"tare/internal/trace/event"
)

var kindNames = [...]string{"nothing", "sync", "goroutine", "P", "range begins", "range active", "range ends", "region begins",
	"region ends", "task begins", "task ends", "log", "metric", "label", "sample"}

var stateNames = [...]string{"unknown", "none", "runnable", "running", "waiting", "syscall", "idle"}

// TestSamples shows, for each version, how often each thing happens, and what
// the goroutine does that has tasks, regions and logs.
func TestSamples(t *testing.T) {
	for name, content := range samples(t) {
		events, r := whole(t, content)
		counts := map[string]int{}
		for i, e := range events {
			if i > 0 && e.Time <= events[i-1].Time {
				t.Errorf("%s: event %d does not come after the one before", name, i)
			}
			if e.Kind == event.GoLog {
				e.Name = 0
			}
			counts[strings.TrimSpace(what(&e)+" "+r.String(e.Name))]++
		}
		var b strings.Builder
		fmt.Fprintf(&b, "format of Go %s\n\n", r.Version())
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&b, "%5d %s\n", counts[what], what)
		}
		b.WriteString("\n")
		hero := logger(t, events)
		for _, e := range events {
			if e.G == hero || e.ID == hero && e.Kind == event.GoGoroutine {
				fmt.Fprintf(&b, "%6d µs  %s\n", (e.Time-events[0].Time)/1000, told(r, &e, hero))
			}
		}
		golden.Check(t, name+".golden", b.String())
	}
}

// what says what kind of event e is.
func what(e *event.GoEvent) string {
	kind := kindNames[e.Kind]
	if e.Kind == event.GoGoroutine || e.Kind == event.GoProc {
		kind += " " + stateNames[e.From] + " → " + stateNames[e.To]
	}
	return kind
}

// logger returns the goroutine that logs.
func logger(t *testing.T, events []event.GoEvent) int64 {
	i := slices.IndexFunc(events, func(e event.GoEvent) bool { return e.Kind == event.GoLog })
	if i < 0 {
		t.Fatal("nobody logs")
	}
	return events[i].G
}

// told describes an event of, or about, goroutine hero.
func told(r *Reader, e *event.GoEvent, hero int64) string {
	parts := []string{what(e), r.String(e.Name), at(r, "at", e.Stack), at(r, "of", e.Other)}
	switch {
	case e.Kind != event.GoGoroutine:
		parts = append(parts, fmt.Sprint("id ", e.ID, " value ", e.Value))
	case e.ID != hero:
		parts = append(parts, "(another one)")
	case e.G != hero:
		parts = append(parts, "(by another one)")
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// at names the innermost calls of a stack.
func at(r *Reader, preposition string, id record.StackID) string {
	if id == 0 {
		return ""
	}
	var names []string
	for _, c := range r.Stack(id) {
		names = append(names, c.Func)
	}
	return preposition + " " + strings.Join(names[:min(3, len(names))], " < ")
}

// TestMonotonic compares the times of logs with their texts: what CLOCK_MONOTONIC
// said right before.
func TestMonotonic(t *testing.T) {
	const slack = 1_000_000 // ns, from reading the clock to the event, in which the thread may have to wait
	for name, content := range samples(t) {
		events, r := whole(t, content)
		logs := 0
		for _, e := range events {
			if e.Kind != event.GoLog {
				continue
			}
			logs++
			clock, err := strconv.ParseInt(r.String(e.Text), 10, 64)
			if err != nil || r.String(e.Name) != "monotonic" {
				t.Fatalf("%s: log %q %q", name, r.String(e.Name), r.String(e.Text))
			}
			if late := e.Time - clock; late < -64 || late > slack {
				t.Errorf("%s: the event is %d ns after the clock was read", name, late)
			}
		}
		if logs != 8 {
			t.Errorf("%s: %d logs, not 8", name, logs)
		}
		c, ok := r.Clocks()
		if newer := r.Version() >= "1.25"; ok != newer || ok && (max(c.Trace-c.Monotonic, c.Monotonic-c.Trace) > slack || c.Wall.Year() < 2026) {
			t.Errorf("%s: clocks %+v %v", name, c, ok)
		}
	}
}

// TestSameStacks looks stacks up, which package trace numbers anew in each
// generation: equal ones must have equal numbers, and others not.
func TestSameStacks(t *testing.T) {
	for name, content := range samples(t) {
		events, r := whole(t, content)
		seen := map[string]record.StackID{}
		for _, e := range events {
			calls := fmt.Sprint(r.Stack(e.Stack))
			if id, ok := seen[calls]; ok && id != e.Stack {
				t.Fatalf("%s: stacks %d and %d are the same: %s", name, id, e.Stack, calls)
			}
			seen[calls] = e.Stack
		}
		if len(seen) < 20 {
			t.Errorf("%s: only %d stacks", name, len(seen))
		}
	}
}

// TestClose leaves a trace in the middle: no goroutine may stay behind.
func TestClose(t *testing.T) {
	content := samples(t)["1.26"]
	synctest.Test(t, func(t *testing.T) {
		r, err := NewReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		var e event.GoEvent
		if err := r.Next(&e); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
		for err == nil {
			err = r.Next(&e)
		}
		if err != errClosed {
			t.Error(err)
		}
	})
}

// TestTooMany fills a table: its size must not depend on the trace.
func TestTooMany(t *testing.T) {
	tab := newTable()
	long := strings.Repeat("x", 1<<20)
	last := event.StringID(0)
	for i := range 2 * maxTable >> 20 {
		last = tab.string(strconv.Itoa(i) + long)
	}
	if kept := len(tab.strings); kept > maxTable>>20+2 || last != tooManyStrings || tab.lookString(last) != tooMany {
		t.Errorf("%d strings are kept, and the last is %q", kept, tab.lookString(last))
	}
	if calls := tab.lookStack(tooManyStacks); len(calls) != 1 || calls[0].Func != tooMany {
		t.Errorf("stack %v", calls)
	}
}
