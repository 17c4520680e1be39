package importtest

import (
	"slices"
	"strings"
	"testing"
)

// small has one of everything that rules can say.
var small = rules{
	module: "m",
	layers: []layer{
		{name: "base", packages: words("base"), pure: true},
		{name: "read", packages: words("read/..."), pure: true, layers: words("base")},
		{name: "edge", packages: words("edge"), layers: words("base edge"), libraries: words("lib.org/sys/...")},
	},
	impure:     words("os"),
	reserved:   []reservation{{imports: words("syscall"), layers: words("edge"), advice: "go through edge"}},
	exceptions: []exception{{"read/odd", "os", "a reason"}},
}

func TestViolations(t *testing.T) {
	clean := func() graph {
		return graph{
			"m/base":     {"fmt"},
			"m/read":     {"m/base", "io/fs"},
			"m/read/odd": {"os"},
			"m/edge":     {"m/base", "os", "syscall", "lib.org/sys/unix"},
		}
	}
	if got := small.violations(clean()); len(got) != 0 {
		t.Fatalf("a clean graph has violations:\n%s", strings.Join(got, "\n"))
	}
	for _, c := range []struct {
		name, pkg, imports string
		want               string // part of the only violation
	}{
		{"an upper layer", "m/base", "m/edge", "base (base) imports m/edge: the layer base may import nothing, not edge"},
		{"a sibling", "m/read/a", "m/read/b", "the layer read may import base, not read"},
		{"the operating system", "m/read/a", "os", "the layer read is pure"},
		{"another package's exception", "m/read/odder", "os", "the layer read is pure"},
		{"a reserved package", "m/read/a", "syscall", "reserved to the layer edge: go through edge"},
		{"a library", "m/read/a", "lib.org/sys/unix", "the layer read may use the libraries nothing only"},
		{"another library", "m/edge", "lib.org/system", "may use the libraries lib.org/sys/... only"},
		{"a package in no layer", "m/util", "fmt", "util is in no layer: add it"},
		{"a look-alike", "m/reader", "fmt", "reader is in no layer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := clean()
			g[c.pkg] = append(g[c.pkg], c.imports)
			got := small.violations(g)
			if len(got) != 1 || !strings.Contains(got[0], c.want) {
				t.Errorf("%s imports %s: got %q, want %q", c.pkg, c.imports, got, c.want)
			}
		})
	}
}

func TestUnneededException(t *testing.T) {
	g := graph{"m/read/odd": {"io"}}
	want := []string{"the exception for read/odd to import os is not needed: remove it"}
	if got := small.violations(g); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A misspelt layer name would allow less than it seems to, a package in two
// layers more.
func TestTableIsSound(t *testing.T) {
	known := map[string]bool{}
	owner := map[string]string{}
	for _, l := range ours.layers {
		known[l.name] = true
		for _, p := range l.packages {
			if owner[p] != "" {
				t.Errorf("%s is in the layers %s and %s", p, owner[p], l.name)
			}
			owner[p] = l.name
		}
	}
	for _, l := range ours.layers {
		for _, name := range l.layers {
			if !known[name] {
				t.Errorf("the layer %s may import %s, which is no layer", l.name, name)
			}
		}
	}
	for _, e := range ours.exceptions {
		if e.reason == "" {
			t.Errorf("the exception for %s to import %s has no reason", e.pkg, e.imports)
		}
	}
}
