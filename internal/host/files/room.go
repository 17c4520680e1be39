package files

import (
	"errors"
	"path/filepath"

	"tare/internal/host/invoker"
)

// Room returns why the person for whom tare works can write nothing to a folder, such as
// that its disk is full, also where root still could; nil when he can.
func Room(dir string) error {
	f, err := Beside(filepath.Join(dir, "room"), 0o600)
	if err != nil {
		return err
	}
	err = invoker.As(func() error {
		_, err := f.Write(make([]byte, 64<<10))
		return err
	})
	return errors.Join(err, f.Close(), invoker.Remove(f.Name()))
}
