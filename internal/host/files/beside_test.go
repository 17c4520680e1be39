package files

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// plant makes an empty file that was changed then.
func plant(t *testing.T, name string, changed time.Time) {
	t.Helper()
	err := os.WriteFile(name, nil, 0o600)
	if err == nil {
		err = os.Chtimes(name, changed, changed)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestBeside sweeps what is certainly left, and nothing else.
func TestBeside(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("owners are told apart by procfs")
	}
	h, err := identify()
	if err != nil {
		t.Fatal(err)
	}
	earlier := h.self
	earlier.Start-- // the same PID, used before
	away := h.self
	away.Namespace++
	other := earlier
	other.boot = "01234567"
	if other.boot == h.self.boot {
		other.boot = "76543210"
	}
	since, before := h.booted.Add(time.Hour), h.booted.Add(-time.Hour)
	dir := t.TempDir()
	want := map[string]bool{}
	for _, c := range []struct {
		name    string
		changed time.Time
		stays   bool
	}{
		{".mine." + h.self.String() + ".AAAAAAAAAA.tare", before, true},
		{".dead." + earlier.String() + ".AAAAAAAAAA.tare", since, false},
		{".a.b." + earlier.String() + ".AAAAAAAAAA.tare", since, false},
		{".container." + away.String() + ".AAAAAAAAAA.tare", before, true},
		{".elsewhere." + other.String() + ".AAAAAAAAAA.tare", since, true},
		{".boot." + other.String() + ".AAAAAAAAAA.tare", before, false},
		{".page.html.AAAAAAAAAA.tare", before, true},
		{"seen." + earlier.String() + ".AAAAAAAAAA.tare", before, true},
	} {
		plant(t, filepath.Join(dir, c.name), c.changed)
		want[c.name] = c.stays
	}
	folder := ".recording." + earlier.String() + ".AAAAAAAAAA.tare"
	if err := os.MkdirAll(filepath.Join(dir, folder, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := Beside(filepath.Join(dir, "page.html"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	want[folder], want[filepath.Base(f.Name())] = false, true
	for name, stays := range want {
		if _, err := os.Lstat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: there is %v, want %v", name, err == nil, stays)
		}
	}
}

// TestGivenName keeps a folder whose name somebody else can have given to it.
func TestGivenName(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("owners are told apart by procfs")
	}
	h, err := identify()
	if err != nil {
		t.Fatal(err)
	}
	h.self.Start--
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, ".recording."+h.self.String()+".AAAAAAAAAA.tare")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	fresh, remove, err := DirBeside(filepath.Join(dir, "recording"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); err != nil {
		t.Error(err)
	}
	if err := remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(fresh); !os.IsNotExist(err) {
		t.Errorf("removed: %v", err)
	}
}

func TestLongName(t *testing.T) {
	f, err := Beside(filepath.Join(t.TempDir(), strings.Repeat("ä", 127)), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func FuzzParseBeside(f *testing.F) {
	f.Add(".page.html.8f3a21bc-4026531836-4711-123456.K5XJ2LQPZT.tare")
	f.Add(".page.html.K5XJ2LQPZT.tare")
	f.Fuzz(func(t *testing.T, name string) {
		m, ok := parseBeside(name)
		if !ok {
			t.Skip()
		}
		again, ok := parseBeside(".x." + m.String() + ".AAAAAAAAAA.tare")
		if !ok || again != m {
			t.Errorf("%+v printed and parsed is %+v, %v", m, again, ok)
		}
	})
}
