package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tare/internal/test/golden"
)

// bed is a reporter on a fake clock; its output goes to text with control
// sequences spelled out.
type bed struct {
	*Reporter
	out bytes.Buffer
	now time.Time
}

func newBed(terminal bool, width int) *bed {
	b := &bed{now: time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC)}
	b.Reporter = New(&b.out, Options{
		Terminal: terminal,
		Width:    func() int { return width },
		Now:      func() time.Time { return b.now },
	})
	return b
}

// trials reports n trials that take d each.
func (b *bed) trials(from, n int, d time.Duration) {
	for i := range n {
		b.now = b.now.Add(d)
		done := from + i + 1
		e := Event{Next: "BenchmarkFib20/deep-8", Done: done, Expected: 60, Steady: done / 20, Total: 3}
		if done == e.Expected {
			e.Next = ""
		}
		b.Trial(e)
	}
}

func (b *bed) text() string {
	return strings.ReplaceAll(b.out.String(), eraseLine, "<erase>\n")
}

// script is a whole run: a build, quick trials, a note, output on stdout,
// slow trials past midnight.
func script(b *bed) {
	b.Start()
	b.Stage("building example.com/a (1 of 2)")
	b.now = b.now.Add(2500 * time.Millisecond)
	b.Stage("building example.com/b (2 of 2)")
	b.now = b.now.Add(500 * time.Millisecond)
	b.Trial(Event{Next: "BenchmarkFib20-8", Expected: 60, Total: 3})
	b.trials(0, 10, 40*time.Millisecond)
	b.trials(10, 10, 60*time.Millisecond)
	b.Note("FAIL example.com/m BenchmarkIndex: \x1b]0;title\x07pan\x1b[31micked\n")
	b.Clear()
	b.Clear()
	b.trials(20, 20, 2*time.Second)
	b.trials(40, 20, 10*time.Second)
	b.Done()
}

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal bool
		width    int
	}{
		{"terminal", true, 0},
		{"narrow", true, 40},
		{"log", false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBed(c.terminal, c.width)
			script(b)
			golden.Check(t, c.name+".golden", b.text())
		})
	}
}

func TestShortRunIsSilent(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		b := newBed(terminal, 80)
		b.Start()
		b.trials(0, 60, 33*time.Millisecond)
		b.Done()
		if b.out.Len() > 0 {
			t.Errorf("terminal %v: got %q", terminal, b.out.String())
		}
	}
}

// TestLiveLineNeverWraps checks that a line leaves the last column free and is
// erased at the end.
func TestLiveLineNeverWraps(t *testing.T) {
	for width := 2; width < 120; width++ {
		b := newBed(true, width)
		b.Start()
		b.trials(0, 10, 3*time.Second)
		b.Done()
		out := b.out.String()
		if !strings.HasSuffix(out, eraseLine) {
			t.Fatalf("width %d: line left behind: %q", width, out)
		}
		for line := range strings.SplitSeq(out, eraseLine) {
			if n := utf8.RuneCountInString(line); n >= width {
				t.Fatalf("width %d: line of %d: %q", width, n, line)
			}
		}
	}
}

func TestClock(t *testing.T) {
	now := time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC) // a Saturday
	if got := clock(now, 2*time.Minute); got != "00:01:00" {
		t.Errorf("got %q", got)
	}
	if got := clock(now, 25*time.Hour); got != "Mon 00:59" {
		t.Errorf("got %q", got)
	}
}

func TestLogIsSparse(t *testing.T) {
	b := newBed(false, 0)
	b.Start()
	b.trials(0, 60, 2*time.Second)
	if got, want := strings.Count(b.out.String(), "\n"), 4; got != want {
		t.Errorf("got %d lines in two minutes, want %d", got, want)
	}
}

// What comes between trials, such as linking and profiling, has progress, too.
func TestStageBetweenTrials(t *testing.T) {
	b := newBed(true, 100)
	b.Start()
	b.Trial(Event{Next: "BenchmarkA", Expected: 60, Total: 3})
	b.now = b.now.Add(5 * time.Second)
	b.Stage("profiling BenchmarkA")
	if got := b.text(); !strings.HasSuffix(got, "5s  profiling BenchmarkA") {
		t.Errorf("got %q", got)
	}
	b.now = b.now.Add(time.Second)
	b.Trial(Event{Next: "BenchmarkB", Done: 1, Expected: 60, Total: 3})
	if got := b.text(); !strings.HasSuffix(got, "BenchmarkB") {
		t.Errorf("got %q", got)
	}
}

// Nobody is promised a time that is only the most that it can be.
func TestBound(t *testing.T) {
	b := newBed(true, 100)
	b.Start()
	for _, c := range []struct {
		bound bool
		want  string
	}{{true, "at most 3m0s"}, {false, "ETA 3m0s"}} {
		b.now = b.now.Add(5 * time.Second)
		b.Trial(Event{Next: "BenchmarkA", Done: 1, Expected: 60, Total: 3, Left: 3 * time.Minute, Bound: c.bound})
		if got := b.text(); !strings.Contains(got, c.want) {
			t.Errorf("no %q in %q", c.want, got)
		}
	}
}
