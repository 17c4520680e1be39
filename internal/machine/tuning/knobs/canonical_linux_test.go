package knobs

import (
	"os"
	"strings"
	"testing"

	"tare/internal/host/setting"
	"tare/internal/machine/tuning"
)

// TestCanonical writes every value that is planned for a file, and expects to
// read the same: otherwise no setting would ever be found to be as wanted.
func TestCanonical(t *testing.T) {
	checked := 0
	for _, m := range []files{intelLaptop(), amdServer(), kvmGuest(), wsl2(), pod()} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, m.root()); err != nil {
			t.Fatal(err)
		}
		backend := setting.Open(dir, setting.Options{})
		for _, k := range All() {
			plan, err := k.Steps(os.DirFS(dir), tuning.Wishes{Shield: []int{1}})
			if err != nil {
				continue
			}
			for _, s := range plan {
				if s.Action || !strings.HasPrefix(s.Key, "file:") {
					continue
				}
				if err := backend.Set(s.Key, s.Value); err != nil {
					t.Errorf("%s: %v", k.ID, err)
				}
				if got, err := backend.Get(s.Key); err != nil || got != s.Value {
					t.Errorf("%s: %s is %q, not %q (%v)", k.ID, s.Key, got, s.Value, err)
				}
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d settings were tried", checked)
	}
}
