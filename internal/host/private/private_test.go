package private

import (
	"path/filepath"
	"testing"
)

func TestStateDir(t *testing.T) {
	abs := t.TempDir()
	for _, c := range []struct {
		root string
		env  map[string]string
		euid int
		want string
	}{
		{"/", nil, 0, "/var/lib/tare"},
		{"/", map[string]string{"TARE_STATE": abs}, 0, abs},
		{"/", map[string]string{"XDG_STATE_HOME": abs, "HOME": "/h"}, 1000, abs + "/tare"},
		{"/", map[string]string{"XDG_STATE_HOME": "relative", "HOME": "/h"}, 1000, "/h/.local/state/tare"},
		{"/", nil, 1000, ""},
		{"/host", map[string]string{"HOME": "/h"}, 1000, "/host/var/lib/tare"},
	} {
		got, err := StateDir(c.root, func(key string) string { return c.env[key] }, c.euid)
		if filepath.ToSlash(got) != filepath.ToSlash(c.want) || (err == nil) != (c.want != "") {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}
