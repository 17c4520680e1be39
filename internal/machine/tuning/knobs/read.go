package knobs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"tare/internal/machine/tuning"
	"tare/internal/read"
)

// unusable is why a knob cannot be used, in words for the user, which do not
// repeat those of the error that it matches.
type unusable struct {
	kind error
	why  string
}

func (u unusable) Error() string { return u.why }
func (u unusable) Unwrap() error { return u.kind }

// unsupported says what the machine lacks.
func unsupported(format string, args ...any) error {
	return unusable{fs.ErrNotExist, fmt.Sprintf(format, args...)}
}

// denied says what is in the way.
func denied(format string, args ...any) error {
	return unusable{fs.ErrPermission, fmt.Sprintf(format, args...)}
}

// explain says why a file or folder could not be read. What it means when there
// is no such file is in lack; a kernel without the file is told from a machine
// whose whole pseudo file system cannot be seen.
func explain(name, lack string, err error) error {
	if unmounted, ok := errors.AsType[read.NotMounted](err); ok {
		return unsupported("%s", unmounted)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unsupported("%s (no /%s)", lack, name)
	case errors.Is(err, fs.ErrPermission):
		return denied("/%s may not be read: try as root", name)
	}
	return err
}

// text returns the content of a file without surrounding white space.
func text(root fs.FS, name, lack string) (string, error) {
	s, err := read.Text(root, name)
	return s, explain(name, lack, err)
}

// number reads a file that holds one decimal number.
func number(root fs.FS, name, lack string) (int, error) {
	n, err := read.Number(root, name)
	return int(n), explain(name, lack, err)
}

// parse reads and parses a file.
func parse[T any](root fs.FS, name, lack string, parser func(io.Reader) (T, error)) (T, error) {
	v, err := read.Parse(root, name, parser)
	return v, explain(name, lack, err)
}

// fileKey returns the key of the setting that is the content of a file.
func fileKey(name string) string { return "file:/" + name }

// set is the step that writes a value to a file.
func set(name, value string) tuning.Step { return tuning.Step{Key: fileKey(name), Value: value} }

// atMost lowers the number in a file to limit, and leaves it when it is lower.
func atMost(limit int, name, lack string) steps {
	return func(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
		n, err := number(root, name, lack)
		if err != nil {
			return nil, err
		}
		return []tuning.Step{set(name, strconv.Itoa(min(n, limit)))}, nil
	}
}
