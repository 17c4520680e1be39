package knobs

import (
	"io/fs"
	"maps"
	"testing"
	"testing/fstest"

	"tare/internal/machine/tuning"
)

// opened is a root that notes which of its files are opened.
type opened struct {
	fstest.MapFS
	names map[string]bool
}

// Open implements fs.FS; the methods of MapFS would go past it.
func (o opened) Open(name string) (fs.File, error) {
	if _, ok := o.MapFS[name]; ok {
		o.names[name] = true
	}
	return o.MapFS.Open(name)
}

func (o opened) ReadFile(name string) ([]byte, error) { return fs.ReadFile(struct{ fs.FS }{o}, name) }

// TestBrokenFiles breaks every file that a knob reads, one at a time. Whatever a
// file holds, the knob has steps or says why not.
func TestBrokenFiles(t *testing.T) {
	w := tuning.Wishes{Shield: []int{1}}
	tried := 0
	for _, m := range []files{intelLaptop(), amdServer(), kvmGuest(), wsl2(), pod()} {
		for _, k := range All() {
			root := opened{m.root(), make(map[string]bool)}
			_, _ = k.Steps(root, w) // for the names
			for name := range root.names {
				for _, content := range []string{"", "-1", "x", "0", "4294967296", "0-3,5", "[x] y"} {
					broken := maps.Clone(root.MapFS)
					broken[name] = &fstest.MapFile{Data: []byte(content)}
					tried++
					plan, err := afterSMT(k.Steps)(broken, w)
					if (len(plan) == 0) != (err != nil) {
						t.Errorf("%s with %q in %s: %v, %v", k.ID, content, name, plan, err)
					}
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d times was a file broken", tried)
	}
}
