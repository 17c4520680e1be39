package private

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// try takes the lock (flock) without waiting.
func try(name string) (f *os.File, held bool, err error) {
	if f, err = openLock(name); err != nil {
		return nil, false, err
	}
	for {
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err == nil {
		return f, false, nil
	}
	f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, true, nil
	}
	return nil, false, fmt.Errorf("locking %s: %w", name, err)
}
