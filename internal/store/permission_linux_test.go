package store

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const nobody = 65534

// probeAsUser has an unprivileged process open, read and write the store, and
// returns what it printed. Root may write everything, so a test run by root
// steps down to nobody.
func probeAsUser(t *testing.T, path string) string {
	t.Helper()
	cmd := child(t, "probe", path)
	if os.Getuid() == 0 {
		cmd.Path = "/proc/self/exe" // nobody cannot reach the folder the test was built in
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.Output()
	check(t, err)
	return string(out)
}

// A store that others can write, or whose folder others can write, is not opened.
func TestStrangersStore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tare.db")
	s, err := Open(t.Context(), path)
	check(t, err)
	check(t, s.Close())
	for _, open := range []string{path, dir} {
		info, err := os.Stat(open)
		check(t, err)
		check(t, os.Chmod(open, 0o777))
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), open+" can be written by others") || !strings.Contains(err.Error(), "TARE_DB") {
			t.Errorf("%s: %v", open, err)
		}
		check(t, os.Chmod(open, info.Mode().Perm()))
	}
}

func TestSalt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tare.db")
	s, err := Open(t.Context(), path)
	check(t, err)
	defer s.Close()
	first, err := s.Salt()
	check(t, err)
	again, err := s.Salt()
	check(t, err)
	info, err := os.Stat(path + ".salt")
	check(t, err)
	if string(first) != string(again) || len(first) != saltSize || info.Mode().Perm() != 0o600 {
		t.Errorf("%x, %x, mode %v", first, again, info.Mode())
	}
}

// sharedStore returns a closed store with one run in a folder that every user
// can reach.
func sharedStore(t *testing.T) (path string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "tare-store")
	check(t, err)
	t.Cleanup(func() {
		os.Chmod(dir, 0o755)
		os.RemoveAll(dir)
	})
	check(t, os.Chmod(dir, 0o755))
	path = filepath.Join(dir, "tare.db")
	s, err := Open(t.Context(), path)
	check(t, err)
	put(t, s, sampleRun("r1", 0, 1))
	check(t, s.Close())
	if os.Getuid() == 0 {
		check(t, os.Chown(dir, nobody, nobody)) // only in its owner's folder a store is used
	}
	return path
}

func TestReadOnlyFile(t *testing.T) {
	path := sharedStore(t)
	check(t, os.Chmod(path, 0o444))
	out := probeAsUser(t, path)
	for _, want := range []string{"open: <nil>\n", "load: <nil>\n", "begin: store run new (store " + path + "): the file or its folder cannot be written"} {
		if !strings.Contains(out, want) {
			t.Errorf("got %s\nwant %q in it", out, want)
		}
	}
}

func TestReadOnlyFolder(t *testing.T) {
	path := sharedStore(t)
	check(t, os.Chmod(path, 0o444))
	check(t, os.Chmod(filepath.Dir(path), 0o555))
	missing := filepath.Join(filepath.Dir(path), "new.db")
	nested := filepath.Join(filepath.Dir(path), "new", "tare.db")
	for path, want := range map[string]string{
		path:    "open: open store " + path + ": the file or its folder cannot be written",
		missing: "open: open store " + missing + ": the file cannot be opened or created",
		nested:  "permission denied",
	} {
		if out := probeAsUser(t, path); !strings.Contains(out, want) || !strings.Contains(out, "TARE_DB") {
			t.Errorf("got %s\nwant %q and TARE_DB in it", out, want)
		}
	}
}

// TestOneSalt has several begin with a store at the same time.
func TestOneSalt(t *testing.T) {
	for range 50 {
		s := &Store{path: filepath.Join(t.TempDir(), "tare.db")}
		salts := make(chan string)
		const tares = 8
		for range tares {
			go func() {
				salt, err := s.Salt()
				if err != nil {
					t.Error(err)
				}
				salts <- string(salt)
			}()
		}
		all := map[string]bool{}
		for range tares {
			all[<-salts] = true
		}
		if len(all) != 1 {
			t.Fatalf("%d salts of one store", len(all))
		}
	}
}
