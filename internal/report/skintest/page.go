package skintest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Attack is text that turns into markup where it is not escaped.
const Attack = "\"'`></title></svg></style><script>alert(1)</script><img src=x onerror=alert(1)>"

// Escaped checks a page all of whose texts are Attack, as Poison sets them.
func Escaped(t *testing.T, page string) {
	t.Helper()
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("page has %d scripts, want only its own", n)
	}
	if strings.Contains(page, "<img") {
		t.Error("markup of a name became markup of the page")
	}
	if !strings.Contains(page, "&lt;script&gt;alert(1)") {
		t.Error("the name is not there as text")
	}
	WellFormed(t, page)
}

// Poison sets every plain string below the value that p points to; statuses and
// outcomes, which have types of their own, stay what they are.
func Poison(p any, text string) { poison(reflect.ValueOf(p).Elem(), text) }

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

var (
	outside = regexp.MustCompile(`(?i)https?:|url\(|@import|\bsrc=|<link rel="stylesheet`)
	inline  = regexp.MustCompile(`(?s)<script>(.*)</script>`)
)

// SelfContained checks that page refers to nothing outside, and that its
// security policy admits its own script.
func SelfContained(t *testing.T, page string) {
	t.Helper()
	if found := outside.FindString(page); found != "" {
		t.Errorf("page refers to the outside: %q", found)
	}
	script := inline.FindStringSubmatch(page)
	if script == nil {
		t.Fatal("page has no script")
	}
	sum := sha256.Sum256([]byte(script[1]))
	plain := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(page)
	if policy := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(plain, policy) {
		t.Errorf("the policy does not admit the page's own script: want %s", policy)
	}
}

// WellFormed checks that every element of the page is closed where it should
// be: the template is written so that it parses as XML, too.
func WellFormed(t *testing.T, page string) {
	t.Helper()
	page = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|<(?:meta|link|input|wbr)\b[^>]*>`).ReplaceAllString(page, "")
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

var (
	svgElement = regexp.MustCompile(`(?s)<(?:circle|rect|line|text|svg|path)\b[^>]*>`)
	position   = regexp.MustCompile(` (?:x|y|x1|x2|y1|y2|cx|cy|width|height|d)="([^"]*)"`)
	// A percentage may exceed its range by what two roundings add up to.
	percentage = regexp.MustCompile(` (?:x|x1|x2|cx|width)="([^"%]*)%"`)
)

// Drawable checks that everything in the page's SVG has a place, and lies on its
// plot.
func Drawable(t *testing.T, page string) {
	t.Helper()
	for _, element := range svgElement.FindAllString(page, -1) {
		checkGeometry(t, element)
	}
}

func checkGeometry(t *testing.T, element string) {
	t.Helper()
	for _, p := range position.FindAllStringSubmatch(element, -1) {
		if strings.Contains(p[1], "NaN") || strings.Contains(p[1], "Inf") || strings.Contains(p[1], "e+") {
			t.Errorf("no place to draw: %s", element)
		}
	}
	for _, p := range percentage.FindAllStringSubmatch(element, -1) {
		v, err := strconv.ParseFloat(p[1], 64)
		if err != nil || v < 0 || v > 100.02 {
			t.Errorf("outside of the plot: %s", element)
		}
	}
}
