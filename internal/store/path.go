package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"tare/internal/host/invoker"
	"tare/internal/host/private"
)

// DefaultPath returns the store file to use: $TARE_DB when it is set, else
// tare/tare.db in the user's data folder. That is $XDG_DATA_HOME or
// ~/.local/share, on Windows %LOCALAPPDATA%, and on macOS
// ~/Library/Application Support. env is os.Getenv or a stand-in. It is an error
// when the environment names no such folder.
func DefaultPath(env func(string) string) (string, error) {
	return defaultPath(runtime.GOOS, env)
}

func defaultPath(goos string, env func(string) string) (string, error) {
	if path := env("TARE_DB"); path != "" {
		return path, nil
	}
	dir := dataDir(goos, env)
	if dir == "" {
		return "", errors.New("find the store: the environment names no home folder: set TARE_DB to the file to use")
	}
	return filepath.Join(dir, "tare", "tare.db"), nil
}

// dataDir returns the folder for a user's application data, or "".
func dataDir(goos string, env func(string) string) string {
	if goos == "windows" {
		return env("LOCALAPPDATA")
	}
	home := env("HOME")
	// The XDG specification says to ignore a relative path.
	if xdg := env("XDG_DATA_HOME"); goos != "darwin" && filepath.IsAbs(xdg) {
		return xdg
	}
	switch {
	case home == "":
		return ""
	case goos == "darwin":
		return filepath.Join(home, "Library", "Application Support")
	default:
		return filepath.Join(home, ".local", "share")
	}
}

// claim makes the store's folder and file when they are missing, and checks that
// nobody but their owner can have written what is in them. SQLite gives the files
// that it adds the owner of this one, also when root runs it.
func claim(path string) error {
	place := private.User()
	if err := place.Dir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("create the store's folder (set TARE_DB to keep the store elsewhere): %w", err)
	}
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		var f *os.File
		if f, err = place.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
			return f.Close()
		}
	} else if err == nil {
		err = place.Check(path)
	}
	if _, sudo := invoker.Current(); sudo && err == nil {
		err = tryOut(path)
	}
	if _, sudo := invoker.Current(); sudo && err != nil { // root would make what the user may not
		return fmt.Errorf("open store %s (set TARE_DB to keep the store elsewhere): %w", path, err)
	}
	if stranger := (*private.Error)(nil); errors.As(err, &stranger) {
		return fmt.Errorf("open store %s (set TARE_DB to keep the store elsewhere): %w", path, err)
	}
	return nil // SQLite knows better what is the matter
}

// tryOut opens a store as the person for whom tare works: SQLite opens it as root, and gets
// to root's file by a link.
func tryOut(path string) error {
	f, err := invoker.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// saltSize makes trying values out as hopeless for a short secret as for a key.
const saltSize = 32

// Salt returns what values that must not be stored are hashed with, so that two
// records of this store tell whether they had the same, and nobody else finds out
// which. It is a file beside the store: who passes the store on keeps it.
func (s *Store) Salt() ([]byte, error) {
	place, path := private.User(), s.path+".salt"
	salt, err := place.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		fresh := make([]byte, saltSize)
		_, _ = rand.Read(fresh) // never fails
		if err = place.NewFile(path, fresh); err == nil || errors.Is(err, fs.ErrExist) {
			salt, err = place.ReadFile(path) // another tare may have been first
		}
	}
	if err == nil && len(salt) != saltSize {
		err = fmt.Errorf("%d bytes are not a salt", len(salt))
	}
	if err != nil {
		return nil, fmt.Errorf("read the salt of store %s: %w", s.path, err)
	}
	return salt, nil
}
