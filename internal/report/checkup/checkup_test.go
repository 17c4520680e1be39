package checkup

import (
	"bytes"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/test/golden"
)

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name    string
		checkup record.MachineReport
		o       Options
	}{
		{"pod", pod(), Options{Width: 80}},
		{"pod-verbose", pod(), Options{Width: 120, Verbose: true}},
		{"pod-narrow", pod(), Options{Width: 60}},
		{"pod-unlimited", pod(), Options{}},
		{"pod-color", pod(), Options{Width: 80, Color: true}},
		{"guest", guest(), Options{Width: 80}},
		{"blind", blind(), Options{Width: 80}},
		{"quiet", quiet(), Options{Width: 80}},
		{"nothing", record.MachineReport{}, Options{Width: 80}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden.Check(t, c.name+".golden", render(t, c.checkup, c.o))
		})
	}
}

func render(t *testing.T, c record.MachineReport, o Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, c, o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFits checks that only single words that are longer than the line exceed
// it, and that colour changes nothing but colour.
func TestFits(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for _, c := range []record.MachineReport{pod(), guest(), blind(), quiet()} {
		for width := 80; width <= 160; width += 3 {
			text := string(render(t, c, Options{Width: width, Verbose: true}))
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if strings.TrimRight(line, " ") != line {
					t.Fatalf("width %d: trailing blanks: %q", width, line)
				}
				if sheet.Width(line) > width && !hasLongWord(line, width) {
					t.Fatalf("width %d: line of %d: %q", width, sheet.Width(line), line)
				}
			}
			colored := string(render(t, c, Options{Width: width, Verbose: true, Color: true}))
			if ansi.ReplaceAllString(colored, "") != text {
				t.Fatalf("width %d: colour changes the text", width)
			}
		}
	}
}

// hasLongWord reports whether line's last word, which is where the wrapping
// stopped, does not fit behind an indent.
func hasLongWord(line string, width int) bool {
	words := strings.Fields(line)
	return len(words) > 0 && sheet.Width(words[len(words)-1]) > width-width/2-3
}

// poison appends text to every plain string below v that says something; statuses and severities,
// which have types of their own, stay what they are.
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
	poisoned := func(text string) string {
		c := pod()
		poison(reflect.ValueOf(&c).Elem(), text)
		return string(render(t, c, Options{Verbose: true}))
	}
	text := poisoned("\x1b[2J\r\u009b0m\u202e\n✂")
	for _, r := range text {
		if r != '\n' && (r < ' ' || 0x7f <= r && r <= 0x9f || r == '\u202e') {
			t.Fatalf("control character %U in %q", r, text)
		}
	}
	if !strings.Contains(text, "✂") {
		t.Error("the texts are not there")
	}
	if got, want := strings.Count(text, "\n"), strings.Count(poisoned("✂"), "\n"); got != want {
		t.Errorf("line breaks of texts changed the number of lines from %d to %d", want, got)
	}
}

func TestUnknownSeverityIsNotFine(t *testing.T) {
	c := record.MachineReport{Findings: []record.Finding{{ID: "new", Severity: "catastrophic", What: "Something new."}}}
	text := string(render(t, c, Options{}))
	if !strings.Contains(text, "1 serious") || strings.Contains(text, "✓") {
		t.Errorf("a severity of the future passes for fine:\n%s", text)
	}
}

func TestMissing(t *testing.T) {
	for evidence, want := range map[string]string{
		"":                          "",
		"boost: on.":                "",
		"boost: not known (no /s).": "no /s",
		"boost: not known (no /s); SMT: not known (no /s).": "no /s",
		"boost: not known (no /s); SMT: not known (no /p).": "",
		"SMT: on; boost: not known (no /s).":                "",
		"boost: not known (no /s); SMT: on.":                "",
	} {
		if got := (finding{Finding: record.Finding{Evidence: evidence}}).missing(); got != want {
			t.Errorf("%q: %q, want %q", evidence, got, want)
		}
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := Write(failingWriter{full}, pod(), Options{}); !errors.Is(err, full) {
		t.Errorf("Write = %v, want it to wrap %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
