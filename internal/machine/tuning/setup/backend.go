package setup

import (
	"errors"
	"fmt"
	"strings"

	"tare/internal/host/setting"
	"tare/internal/machine/tuning"
)

// backend returns what sets the machine below root.
func backend(root string, hold []string) tuning.Backend {
	b := mortal{setting.Open(root, setting.Options{Holder: hold})}
	if root == "/" {
		return b
	}
	return remote{b}
}

// mortal says of what has ended that it has, in the words of package tuning.
type mortal struct{ tuning.Backend }

func (m mortal) Get(key string) (string, error) {
	value, err := m.Backend.Get(key)
	if errors.Is(err, setting.ErrEnded) {
		err = fmt.Errorf("%w: %w", tuning.ErrOver, err)
	}
	return value, err
}

// remote is a machine with another root than this process: what is set by system
// calls would be set on the wrong one.
type remote struct{ tuning.Backend }

func (r remote) Settable(key string) error {
	for _, local := range []string{"process:", "swap:", "latency:"} {
		if strings.HasPrefix(key, local) {
			return fmt.Errorf("%s is set by system calls, which reach the machine that tare itself runs on only: %w", key, errors.ErrUnsupported)
		}
	}
	return r.Backend.Settable(key)
}

func (r remote) Set(key, value string) error {
	if err := r.Settable(key); err != nil {
		return err
	}
	return r.Backend.Set(key, value)
}
