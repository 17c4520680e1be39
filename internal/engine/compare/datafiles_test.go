package compare

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSameData(t *testing.T) {
	tree := func(files ...string) string {
		dir := t.TempDir()
		for _, name := range append(files, "go.mod", "p/p.go") {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	old := tree("data.txt", "p/testdata/in.go")
	for _, c := range []struct {
		name, changed string
		files         []string
		same          bool
	}{
		{"nothing", "", nil, true},
		{"source code", "p/p.go", nil, true},
		{"go.mod", "go.mod", nil, true},
		{"data", "data.txt", nil, false},
		{"source code that is data", "p/testdata/in.go", nil, false},
		{"more test data", "", []string{"p/testdata/more"}, false},
		{"test data elsewhere", "", []string{"q/testdata/more"}, false},
		{"results of one side", "", []string{"p/cpu.out"}, true},
		{"what git keeps", "", []string{".git/index"}, true},
	} {
		next := tree(append(c.files, "data.txt", "p/testdata/in.go")...)
		if c.changed != "" {
			if err := os.WriteFile(filepath.Join(next, filepath.FromSlash(c.changed)), []byte("changed"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := sameData(filepath.Join(old, "p"), filepath.Join(next, "p")); got != c.same {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
