package machines

import (
	"bytes"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name   string
		report record.MachineReport
		o      text.Options
	}{
		{"pod", pod(), text.Options{Width: 80}},
		{"pod-brief", pod(), text.Options{Width: 80, Detail: model.Brief}},
		{"pod-verbose", pod(), text.Options{Width: 120, Detail: model.Verbose}},
		{"pod-narrow", pod(), text.Options{Width: 60, Detail: model.Verbose}},
		{"pod-unlimited", pod(), text.Options{}},
		{"pod-color", pod(), text.Options{Width: 80, Color: true}},
		{"guest", guest(), text.Options{Width: 80, Detail: model.Verbose}},
		{"blind", blind(), text.Options{Width: 80}},
		{"blind-verbose", blind(), text.Options{Width: 80, Detail: model.Verbose}},
		{"quiet", quiet(), text.Options{Width: 80}},
		{"nothing", record.MachineReport{}, text.Options{Width: 80}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden.Check(t, c.name+".golden", render(t, c.report, c.o))
		})
	}
}

func render(t *testing.T, r record.MachineReport, o text.Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := text.Write(&buf, Document(r), o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFits checks that only single words that are longer than the line exceed it, and
// that colour changes nothing but colour.
func TestFits(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for _, r := range []record.MachineReport{pod(), guest(), blind(), quiet()} {
		for width := 80; width <= 160; width += 3 {
			bare := string(render(t, r, text.Options{Width: width, Detail: model.Verbose}))
			for line := range strings.Lines(bare) {
				line = strings.TrimSuffix(line, "\n")
				if strings.TrimRight(line, " ") != line {
					t.Fatalf("width %d: trailing blanks: %q", width, line)
				}
				if plain.Width(line) > width && !hasLongWord(line, width) {
					t.Fatalf("width %d: line of %d: %q", width, plain.Width(line), line)
				}
			}
			colored := string(render(t, r, text.Options{Width: width, Detail: model.Verbose, Color: true}))
			if ansi.ReplaceAllString(colored, "") != bare {
				t.Fatalf("width %d: colour changes the text", width)
			}
		}
	}
}

// hasLongWord reports whether line's last word, which is where the wrapping stopped, does
// not fit behind an indent.
func hasLongWord(line string, width int) bool {
	words := strings.Fields(line)
	return len(words) > 0 && plain.Width(words[len(words)-1]) > width-width/2-3
}

// poison appends text to every plain string below v that says something; statuses and
// severities, which have types of their own, stay what they are.
func poison(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.Len() > 0 {
			v.SetString(v.String() + text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				poison(v.Field(i), text)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i), text)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem(), text)
		}
	}
}

func TestTextsCannotControlTheTerminal(t *testing.T) {
	poisoned := func(attack string) string {
		r := pod()
		poison(reflect.ValueOf(&r).Elem(), attack)
		return string(render(t, r, text.Options{Detail: model.Verbose}))
	}
	shown := poisoned("\x1b[2J\r\u009b0m\u202e\n✂")
	for _, r := range shown {
		if r != '\n' && (r < ' ' || 0x7f <= r && r <= 0x9f || r == '\u202e') {
			t.Fatalf("control character %U in %q", r, shown)
		}
	}
	if !strings.Contains(shown, "✂") {
		t.Error("the texts are not there")
	}
	if got, want := strings.Count(shown, "\n"), strings.Count(poisoned("✂"), "\n"); got != want {
		t.Errorf("line breaks of texts changed the number of lines from %d to %d", want, got)
	}
}

// TestUnknownSeverityIsNotFine is about records of a later tare.
func TestUnknownSeverityIsNotFine(t *testing.T) {
	r := record.MachineReport{Findings: []record.Finding{{ID: "new", Severity: "catastrophic", What: "Something new."}}}
	shown := string(render(t, r, text.Options{Detail: model.Brief}))
	if !strings.Contains(shown, "1 serious") || !strings.Contains(shown, "Something new.") || strings.Contains(shown, "ok") {
		t.Errorf("a severity of the future passes for fine:\n%s", shown)
	}
}

func TestClasses(t *testing.T) {
	h := record.Histogram{Bounds: []float64{1, 2, 4, 8, 16}, Counts: []int{0, 3, 0, 5, 0}}
	for limit, want := range map[int][]class{
		9: {{2, 4, 3}, {4, 8, 0}, {8, 16, 5}},
		2: {{2, 8, 3}, {8, 16, 5}},
		1: {{2, 16, 8}},
	} {
		if got := classes(h, limit); !reflect.DeepEqual(got, want) {
			t.Errorf("at most %d: got %v, want %v", limit, got, want)
		}
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := text.Write(failingWriter{full}, Document(pod()), text.Options{}); !errors.Is(err, full) {
		t.Errorf("got %v, want it to wrap %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
