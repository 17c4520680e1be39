package trial

import (
	"strings"
	"testing"
)

func TestPattern(t *testing.T) {
	names := []string{"BenchmarkAB", "BenchmarkB", "BenchmarkC"}
	for pattern, want := range map[string]string{
		".": "BenchmarkAB BenchmarkB BenchmarkC", "": "BenchmarkAB BenchmarkB BenchmarkC", "B$": "BenchmarkAB BenchmarkB",
		"C/x|y/z": "BenchmarkC", "[A/]B": "BenchmarkAB", "(AB|C)/q": "BenchmarkAB BenchmarkC", `A\|B`: "",
	} {
		p, err := ParsePattern(pattern)
		if err != nil || strings.Join(p.tops(names), " ") != want {
			t.Errorf("%q selects %v, %v; want %s", pattern, p, err, want)
		}
	}
	if _, err := ParsePattern("A/(b"); err == nil {
		t.Error("no error for a broken pattern")
	}
}

func TestPatternMatchesWholeNames(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"A/x|C/y", "BenchmarkA/x", true}, {"A/x|C/y", "BenchmarkC/y", true}, {"A/x|C/y", "BenchmarkA/y", false},
		{"A/(4B|100B)", "BenchmarkA/100B", true}, {"A/(4B|100B)", "BenchmarkA/4KB", false},
		{"A", "BenchmarkA/x/y", true}, {"A/x", "BenchmarkA", false},
	} {
		p, err := ParsePattern(c.pattern)
		if got := p.Match(c.name); err != nil || got != c.want {
			t.Errorf("%q, %s: %v, %v", c.pattern, c.name, got, err)
		}
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
		if p, err := ParsePattern(exactly(name)); err == nil && !strings.ContainsAny(name, "|/") && !p.Match(name) {
			t.Errorf("%q does not match %q", exactly(name), name)
		}
	})
}
