package runs

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		run  record.Run
		o    text.Options
	}{
		{"width-80", sampleRun(), text.Options{Width: 80}},
		{"brief", sampleRun(), text.Options{Width: 80, Detail: model.Brief}},
		{"verbose-80", sampleRun(), text.Options{Width: 80, Detail: model.Verbose}},
		{"verbose-120", sampleRun(), text.Options{Width: 120, Detail: model.Verbose}},
		{"width-120", sampleRun(), text.Options{Width: 120}},
		{"width-160", sampleRun(), text.Options{Width: 160}},
		{"unlimited", sampleRun(), text.Options{}},
		{"color", sampleRun(), text.Options{Width: 120, Color: true}},
		{"quiet-machine", quietRun(), text.Options{Width: 80}},
		{"bar", quietRun(), text.Options{Width: 120}},
		{"long-names", longNames(), text.Options{Width: 80}},
		{"nothing", record.Run{}, text.Options{Width: 80}},
		{"only-failures", onlyFailures(), text.Options{Width: 80}},
		{"no-interval", noInterval(), text.Options{Width: 80}},
		{"missing-readings", missingReadings(), text.Options{Width: 80}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden.Check(t, c.name+".golden", render(t, c.run, c.o))
		})
	}
}

func render(t *testing.T, run record.Run, o text.Options) []byte {
	t.Helper()
	return draw(t, Document(run), o)
}

func draw(t *testing.T, doc model.Document, o text.Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := text.Write(&buf, doc, o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFits checks that no width from 80 on makes a line wrap, and that colour
// changes nothing but colour.
func TestFits(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for _, run := range []record.Run{sampleRun(), quietRun(), longNames(), missingReadings()} {
		run.Failures = nil // their output is passed through
		doc := Document(run)
		for width := 80; width <= 220; width++ {
			plain := string(draw(t, doc, text.Options{Width: width, Detail: model.Verbose}))
			for line := range strings.Lines(plain) {
				line = strings.TrimSuffix(line, "\n")
				if n := utf8.RuneCountInString(line); n > width {
					t.Fatalf("width %d: line of %d: %q", width, n, line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Fatalf("width %d: trailing blanks: %q", width, line)
				}
			}
			colored := string(draw(t, doc, text.Options{Width: width, Color: true, Detail: model.Verbose}))
			if ansi.ReplaceAllString(colored, "") != plain {
				t.Fatalf("width %d: colour changes the text", width)
			}
		}
	}
}

func TestOutputCannotControlTerminal(t *testing.T) {
	run := onlyFailures()
	run.Failures[0].Output = "\x1b[2J\rcleared\x9b0m\n"
	run.Failures[0].Message = "bell\a"
	shown := render(t, run, text.Options{Width: 80})
	for _, r := range string(shown) {
		if r != '\n' && r != '\t' && (r < ' ' || 0x7f <= r && r <= 0x9f) {
			t.Errorf("control character %U in %q", r, shown)
		}
	}
	if !strings.Contains(string(shown), "cleared") {
		t.Errorf("output is missing from %q", shown)
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		bill record.Bill
		want string
	}{
		{record.Bill{}, ""},
		{record.Bill{Wall: 100, OnCPU: 100}, "████████████████████"},
		{record.Bill{Wall: 100, OnCPU: 50, Throttled: 25, Residual: 25}, "██████████▓▓▓▓▓·····"},
		{record.Bill{Wall: 100, OnCPU: 110, Residual: -10}, "████████████████████"},
		{record.Bill{Wall: 100, OnCPU: 98, Waiting: 2}, "████████████████████"},
	} {
		if got := bar(c.bill); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.bill, got, c.want)
		}
	}
}

func TestEveryItemIsExplained(t *testing.T) {
	for _, item := range (record.Bill{}).Items() {
		if itemLegends[item.Name] == "" || utf8.RuneCountInString(blocks[item.Name]) != 1 {
			t.Errorf("bill item %q has no legend or no block", item.Name)
		}
	}
}

func TestApart(t *testing.T) {
	if a, b := apart(0.010004, 0.01); a != "1.0004%" || b != "1.0000%" {
		t.Errorf("got %s > %s", a, b)
	}
}

func TestTally(t *testing.T) {
	run := sampleRun()
	failure := run.Failures[0]
	run.Failures = append(run.Failures, failure, record.Failure{
		Package: run.Summaries[0].Benchmark.Package, Benchmark: run.Summaries[0].Benchmark.Name,
	})
	skipped := record.Trial{Benchmark: record.Benchmark{Name: "BenchmarkSkip"}, Outcome: record.Skipped}
	run.Trials = append(run.Trials, skipped, skipped)
	run.Summaries[1].Stop = record.StopInterrupted
	want := totals{benchmarks: 4, steady: 2, failed: 2, skipped: 1, packages: 1, interrupted: true}
	if got := tally(run); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := text.Write(failingWriter{full}, Document(sampleRun()), text.Options{}); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

var start = time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC)
