package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"tare/internal/tuning"
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

// text returns the content of a file without surrounding white space. What it
// means when there is no such file is in lack.
func text(root fs.FS, name, lack string) (string, error) {
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return "", explain(root, name, lack, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// explain says why a file or folder could not be read. A kernel without the
// file is told from a machine whose whole pseudo file system cannot be seen.
func explain(root fs.FS, name, lack string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		top, _, _ := strings.Cut(name, "/")
		if entries, err := fs.ReadDir(root, top); err != nil || len(entries) == 0 {
			return unsupported("/%s is not mounted", top)
		}
		return unsupported("%s (no /%s)", lack, name)
	case errors.Is(err, fs.ErrPermission):
		return denied("/%s may not be read: try as root", name)
	}
	return fmt.Errorf("reading /%s: %w", name, err)
}

// number reads a file that holds one decimal number.
func number(root fs.FS, name, lack string) (int, error) {
	s, err := text(root, name, lack)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("/%s: %q is not a number", name, s)
	}
	return n, nil
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
