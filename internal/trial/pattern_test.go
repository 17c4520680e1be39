package trial

import (
	"strings"
	"testing"
)

func TestSelects(t *testing.T) {
	names := []string{"BenchmarkAB", "BenchmarkB", "BenchmarkC"}
	for pattern, want := range map[string]string{
		".": "BenchmarkAB BenchmarkB BenchmarkC", "": "BenchmarkAB BenchmarkB BenchmarkC", "B$": "BenchmarkAB BenchmarkB",
		"C/x|y/z": "BenchmarkC", "[A/]B": "BenchmarkAB", "(AB|C)/q": "BenchmarkAB BenchmarkC", `A\|B`: "",
	} {
		got, err := selects(pattern, names)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q selects %v, %v; want %s", pattern, got, err, want)
		}
	}
	if _, err := selects("(", names); err == nil {
		t.Error("no error for a broken pattern")
	}
}

// Names and patterns come from users: taking them apart must neither fail nor
// lose anything.
func FuzzPatterns(f *testing.F) {
	f.Add(`A/b|C[/|]d/(e|f)`, "BenchmarkX/y|z[1]")
	f.Add(`\`, "a/")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		n := 0
		parts := split(pattern, '|')
		for _, p := range parts {
			n += len(p) + 1
		}
		if n-1 != len(pattern) {
			t.Errorf("%q became %q", pattern, parts)
		}
		if selected, err := selects(exactly(name), []string{name}); err == nil && len(selected) > 1 {
			t.Errorf("%q selects %q", name, selected)
		}
	})
}
