package machine

import (
	"errors"
	"fmt"
	"io/fs"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record/unit"
)

// pressure returns a reader of how long tasks waited for a resource. A kernel
// that was told not to account for it has no file, or one that says so.
func pressure(resource string) func(source) (string, float64, error) {
	return func(s source) (string, float64, error) {
		p, err := read.Parse(s.root, "proc/pressure/"+resource, procfs.ParsePressure)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errors.ErrUnsupported) {
			err = fmt.Errorf("%w; booting with psi=1 may help", err)
		}
		if err != nil {
			return "", 0, err
		}
		return unit.Percent(p.Some.Avg10, 1) + " and " + unit.Percent(p.Some.Avg60, 1), p.Some.Avg10, nil
	}
}
