package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tare/internal/host/private"
)

// The files in the directory of a FileLog.
const (
	FileName = "journal"
	lastName = "journal.last" // the one before, all of it put back
)

// FileLog is a Log in a directory, which has to be private.
type FileLog struct{ Dir string }

// Load implements Log.
func (l FileLog) Load() ([]byte, error) {
	return l.load(private.Own())
}

func (l FileLog) load(p private.Place) ([]byte, error) {
	b, err := p.ReadFile(l.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Read returns what is open in the journal in dir, a folder of p's, and what is
// damaged, to those who only look and may be somebody else.
func Read(p private.Place, dir string) ([]Session, []Damage, error) {
	data, err := FileLog{dir}.load(p)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the journal: %w", err)
	}
	j := replayed(data)
	return j.Sessions(), j.Damaged(), nil
}

// Append implements Log. Both the file and, for when it is new, its directory
// are synced. What could not be written whole is taken back, as far as that
// works: half a batch would be read as something that was going to happen.
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
	size, err := wholeSize(f)
	if err != nil {
		return err
	}
	if _, err = f.Write(lines); err == nil {
		err = f.Sync()
	}
	if err != nil {
		_ = f.Truncate(size) // the error is told; a torn end is passed over
	}
	return err
}

// Clear implements Log.
func (l FileLog) Clear() error {
	if err := os.Rename(l.path(), filepath.Join(l.Dir, lastName)); err != nil {
		return err
	}
	return syncDir(l.Dir)
}

func (l FileLog) path() string { return filepath.Join(l.Dir, FileName) }

// wholeSize returns the size of the file up to its last whole line. What follows
// that was torn off in a crash or on a full disk, and goes: a line behind it would
// be damaged as well.
func wholeSize(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	data, err := io.ReadAll(io.LimitReader(f, info.Size()))
	if err != nil {
		return 0, fmt.Errorf("reading it: %w", err)
	}
	size := bytes.LastIndexByte(data, '\n') + 1
	if size < len(data) {
		err = f.Truncate(int64(size))
	}
	return int64(size), err
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
