package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgram(t *testing.T) {
	const mod = "module m\n\n"
	for _, c := range []struct {
		name     string
		files    map[string]string
		language string
		godebug  string
	}{
		{"no module", nil, "", "gctrace=0"},
		{"module", map[string]string{"go.mod": mod + "go 1.21\n"}, "1.21", "gctrace=0"},
		{"no go directive", map[string]string{"go.mod": mod}, "1.16", "gctrace=0"},
		{"godebug lines", map[string]string{"go.mod": mod + "go 1.25\n\ngodebug (\n\tdefault=go1.23\n\tcontainermaxprocs=0\n)\n"},
			"1.23", "containermaxprocs=0,gctrace=0"},
		{"workspace", map[string]string{"go.mod": mod + "go 1.21\n", "b/go.mod": "module b\n\ngo 1.24\n",
			"go.work": "go 1.25\n\nuse (\n\t.\n\t./b\n)\n"}, "1.25", "gctrace=0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				name = filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			t.Setenv("GODEBUG", "gctrace=0")
			t.Setenv("GOFLAGS", "-mod=mod")
			t.Setenv("GOWORK", "")
			g := (&Request{Root: "/"}).program(t.Context())
			godebug, _ := g.Env("GODEBUG")
			if !strings.HasPrefix(g.Version, "go") || g.Language != c.language || godebug != c.godebug {
				t.Errorf("version %q, language %q, GODEBUG %q", g.Version, g.Language, godebug)
			}
		})
	}
}
