package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tare/internal/host/private"
)

// The files in the directory of a FileLog.
const (
	fileName = "journal"
	lastName = "journal.last" // the one before, all of it put back
)

// FileLog is a Log in a directory, which has to be private.
type FileLog struct{ Dir string }

// Load implements Log.
func (l FileLog) Load() ([]byte, error) {
	b, err := private.Own().ReadFile(l.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Append implements Log. Both the file and, for when it is new, its directory
// are synced.
func (l FileLog) Append(lines []byte) error {
	f, err := private.Own().OpenFile(l.path(), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Chmod(0o600); err != nil { // an older tare has let everybody read it
		return err
	}
	if err := appendTo(f, lines); err != nil {
		return err
	}
	return syncDir(l.Dir)
}

// appendTo returns nil only when the lines are on the disk.
func appendTo(f *os.File, lines []byte) error {
	torn, err := tornEnd(f)
	if err != nil {
		return err
	}
	if torn {
		lines = append([]byte("\n"), lines...)
	}
	if _, err := f.Write(lines); err != nil {
		return err
	}
	return f.Sync()
}

// Clear implements Log.
func (l FileLog) Clear() error {
	if err := os.Rename(l.path(), filepath.Join(l.Dir, lastName)); err != nil {
		return err
	}
	return syncDir(l.Dir)
}

func (l FileLog) path() string { return filepath.Join(l.Dir, fileName) }

// tornEnd reports whether the file ends within a line, as after a crash or on a
// full disk; what follows would be damaged as well.
func tornEnd(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false, err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil {
		return false, fmt.Errorf("reading its end: %w", err)
	}
	return last[0] != '\n', nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
