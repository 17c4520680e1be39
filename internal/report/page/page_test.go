package page

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tare/internal/golden"
	"tare/internal/record"
)

func render(t *testing.T, run record.Run) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, run); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	got := render(t, fixtureRun())
	golden.Check(t, "run.html", got)
}

// TestEscaping fills every text of a run with an attack.
func TestEscaping(t *testing.T) {
	const attack = "\"'`></title></svg></style><script>alert(1)</script><img src=x onerror=alert(1)>"
	run := fixtureRun()
	poison(reflect.ValueOf(&run).Elem(), attack)
	got := render(t, run)
	if n := strings.Count(got, "<script"); n != 1 {
		t.Errorf("page has %d scripts, want only its own", n)
	}
	if strings.Contains(got, "<img") {
		t.Error("markup of a name became markup of the page")
	}
	if !strings.Contains(got, "&lt;script&gt;alert(1)") {
		t.Error("the name is not there as text")
	}
	wellFormed(t, got)
}

// poison sets every plain string below v; statuses and outcomes, which have
// types of their own, stay what they are.
func poison(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(text)
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
	case reflect.Map:
		poisonMap(v, text)
	}
}

func poisonMap(v reflect.Value, text string) {
	for _, key := range v.MapKeys() {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		poison(value, text)
		newKey := reflect.New(key.Type()).Elem()
		newKey.SetString(key.String() + text)
		v.SetMapIndex(key, reflect.Value{})
		v.SetMapIndex(newKey, value)
	}
}

func TestPageIsSelfContained(t *testing.T) {
	got := render(t, fixtureRun())
	outside := regexp.MustCompile(`(?i)https?:|url\(|@import|\bsrc=|<link rel="stylesheet`)
	if found := outside.FindString(got); found != "" {
		t.Errorf("page refers to the outside: %q", found)
	}
	inline := regexp.MustCompile(`(?s)<script>(.*)</script>`).FindStringSubmatch(got)
	if inline == nil {
		t.Fatal("page has no script")
	}
	policy := "script-src &#39;" + strings.ReplaceAll(digest(inline[1]), "+", "&#43;") + "&#39;"
	if !strings.Contains(strings.ReplaceAll(got, "'", "&#39;"), policy) {
		t.Errorf("the policy does not admit the page's own script: want %s", policy)
	}
}

func TestManyBenchmarksStartCollapsed(t *testing.T) {
	for n, wantOpen := range map[int]int{1: 1, openSections: openSections, openSections + 1: 0} {
		got := render(t, manyRun(n))
		if sections := strings.Count(got, `<details class="benchmark"`); sections != n {
			t.Errorf("%d benchmarks have %d sections", n, sections)
		}
		opened := regexp.MustCompile(`<details class="benchmark" id="b\d+" open>`).FindAllString(got, -1)
		if len(opened) != wantOpen {
			t.Errorf("%d of %d sections start open, want %d", len(opened), n, wantOpen)
		}
	}
}

func TestOrphansAreShown(t *testing.T) {
	run := fixtureRun()
	run.Summaries = run.Summaries[1:]
	got := render(t, run)
	if !strings.Contains(got, "<h3>BenchmarkTotal<") || !strings.Contains(got, "no result") {
		t.Error("the trials of a benchmark without a summary are lost")
	}
	wellFormed(t, got)
}

func TestWriteReportsTheWriter(t *testing.T) {
	broken := errors.New("disk full")
	err := Write(writerFunc(func([]byte) (int, error) { return 0, broken }), fixtureRun())
	if !errors.Is(err, broken) {
		t.Errorf("Write = %v, want it to wrap %v", err, broken)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// wellFormed checks that every element of the page is closed where it should
// be: the template is written so that it parses as XML, too.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	page = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|<(?:meta|link|input)\b[^>]*>`).ReplaceAllString(page, "")
	page = strings.NewReplacer(" hidden>", ` hidden="">`, " open>", ` open="">`).Replace(page)
	page = strings.Replace(page, "<!doctype html>", "", 1)
	d := xml.NewDecoder(strings.NewReader(page))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("page is not well-formed: %v", err)
		}
	}
}
