package store

import (
	"path/filepath"
	"testing"
)

func TestDefaultPath(t *testing.T) {
	data := t.TempDir() // an absolute path on every system
	for _, c := range []struct {
		goos string
		env  map[string]string
		want string // "" for an error
	}{
		{"linux", map[string]string{"TARE_DB": "my.db", "HOME": "h"}, "my.db"},
		{"windows", map[string]string{"TARE_DB": "my.db"}, "my.db"},
		{"linux", map[string]string{"XDG_DATA_HOME": data, "HOME": "h"}, filepath.Join(data, "tare", "tare.db")},
		{"linux", map[string]string{"XDG_DATA_HOME": data}, filepath.Join(data, "tare", "tare.db")},
		{"linux", map[string]string{"XDG_DATA_HOME": "relative", "HOME": "h"}, filepath.Join("h", ".local", "share", "tare", "tare.db")},
		{"freebsd", map[string]string{"HOME": "h"}, filepath.Join("h", ".local", "share", "tare", "tare.db")},
		{"darwin", map[string]string{"XDG_DATA_HOME": data, "HOME": "h"}, filepath.Join("h", "Library", "Application Support", "tare", "tare.db")},
		{"windows", map[string]string{"LOCALAPPDATA": "l", "HOME": "h"}, filepath.Join("l", "tare", "tare.db")},
		{"linux", nil, ""},
		{"darwin", nil, ""},
		{"windows", map[string]string{"HOME": "h"}, ""},
	} {
		got, err := defaultPath(c.goos, func(key string) string { return c.env[key] })
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s %v: got %q, %v; want %q", c.goos, c.env, got, err, c.want)
		}
	}
}
