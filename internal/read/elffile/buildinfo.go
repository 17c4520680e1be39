package elffile

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
)

// mostForBuild bounds what is read of a program to find what it was built from.
// That is searched for in its data, which can claim to have no end.
const mostForBuild = 64 << 20

// BuildInfo returns what the Go program called name, of any system, says of its
// build; size is that of the file.
func BuildInfo(r io.ReaderAt, name string, size int64) (*debug.BuildInfo, error) {
	f := &File{r: r, name: name, size: uint64(max(0, size))}
	if err := f.checkHeaders(); err != nil {
		return nil, err
	}
	some := &metered{ReaderAt: r, left: mostForBuild}
	info, err := buildinfo.Read(some)
	switch {
	case err == nil:
		return info, nil
	case some.left < 0:
		return nil, f.refused("what it was built from is not in the %s that are searched", inBytes(mostForBuild))
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// metered reads so many bytes and no more.
type metered struct {
	io.ReaderAt
	left int64
}

var errMetered = errors.New("too much is read")

// ReadAt implements io.ReaderAt.
func (m *metered) ReadAt(b []byte, at int64) (int, error) {
	if m.left -= int64(len(b)); m.left < 0 {
		return 0, errMetered
	}
	return m.ReaderAt.ReadAt(b, at)
}
