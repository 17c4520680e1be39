package setting

import (
	"errors"
	"io/fs"
	"runtime"
	"testing"
)

// TestUnknownScheme is what a journal of a later tare meets. On Linux such a
// setting is not missing: this tare cannot tell.
func TestUnknownScheme(t *testing.T) {
	b := Open(t.TempDir(), Options{})
	for _, key := range []string{"", "file", "registry:x", "/proc/sys/vm/swappiness"} {
		_, err := b.Get(key)
		for verb, err := range map[string]error{"Get": err, "Set": b.Set(key, "1"), "Settable": b.Settable(key)} {
			if !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s(%q): %v", verb, key, err)
			}
			if missing := errors.Is(err, fs.ErrNotExist); missing != (runtime.GOOS != "linux") {
				t.Errorf("%s(%q): %v: missing is %v", verb, key, err, missing)
			}
		}
	}
}
