package input

import (
	"errors"
	"os"
)

// Room returns why nothing can be written to a folder, such as that its disk is
// full; nil when something can.
func Room(dir string) error {
	f, err := os.CreateTemp(dir, ".tare-")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 64<<10))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
