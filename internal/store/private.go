package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tare/internal/host/invoker"
	"tare/internal/host/private"
)

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
		err = fmt.Errorf("%d bytes are no salt", len(salt))
	}
	if err != nil {
		return nil, fmt.Errorf("read the salt of store %s: %w", s.path, err)
	}
	return salt, nil
}
