// Package elffile reads programs that others have made, such as the one that a
// process of somebody else runs. What an ELF file says about sizes is not to be
// trusted: package debug/elf would allocate what it says, decompress without end,
// and copy a long name once for each of a million symbols. Here nothing is read
// that the file does not have, nor more than a stated limit.
package elffile

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"strings"

	"tare/internal/record/unit"
)

// ErrRefused is matched by the errors of files that claim more than there is, or
// have more than is read.
var ErrRefused = errors.New("not read")

// Room is how much may be read, decoded, in bytes. Files can share one.
type Room struct{ most, left uint64 }

// NewRoom returns room for so many bytes.
func NewRoom(most uint64) *Room { return &Room{most, most} }

// File is an ELF file. What its sections hold is read through File only.
type File struct {
	// Header has what the headers say, which is not to be trusted.
	Header *elf.File

	r    io.ReaderAt
	name string
	size uint64
	room *Room
}

// Open reads the headers of the file called name, which has size bytes. Room
// bounds what is read of it later on.
func Open(r io.ReaderAt, name string, size int64, room *Room) (*File, error) {
	f := &File{r: r, name: name, size: uint64(max(0, size)), room: room}
	if err := f.checkHeaders(); err != nil {
		return nil, err
	}
	header, err := elf.NewFile(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.Header = header
	return f, nil
}

// refusal is an error that matches ErrRefused.
type refusal struct{ file, why string }

// Error names the file.
func (r refusal) Error() string { return r.file + ": " + r.why }

// Is makes it match.
func (refusal) Is(target error) bool { return target == ErrRefused }

func (f *File) refused(format string, args ...any) error {
	return refusal{f.name, fmt.Sprintf(format, args...)}
}

// Data returns what a section holds.
func (f *File) Data(s *elf.Section) ([]byte, error) {
	text, err := f.text(s)
	return []byte(text), err
}

// text returns what a section holds as a string, whose parts are not copied when
// they are cut out.
func (f *File) text(s *elf.Section) (string, error) {
	if err := f.admit(s); err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(int(s.FileSize))
	if _, err := io.Copy(&b, io.NewSectionReader(f.r, int64(s.Offset), int64(s.FileSize))); err != nil {
		return "", fmt.Errorf("%s: reading section %s: %w", f.name, printable(s.Name), err)
	}
	if uint64(b.Len()) != s.FileSize {
		return "", f.refused("section %s ends after %s of %s", printable(s.Name), inBytes(uint64(b.Len())), inBytes(s.FileSize))
	}
	return b.String(), nil
}

// admit takes the room that a section needs.
func (f *File) admit(s *elf.Section) error {
	switch {
	case s.Type == elf.SHT_NOBITS:
		return fmt.Errorf("%s: section %s has no content", f.name, printable(s.Name))
	case s.Flags&elf.SHF_COMPRESSED != 0:
		return f.refused("section %s is compressed, from %s, which no linker does to such a section", printable(s.Name), inBytes(s.Size))
	case s.Offset > f.size || s.FileSize > f.size-s.Offset:
		return f.refused("section %s claims %s, more than the file has (%s)", printable(s.Name), inBytes(s.FileSize), inBytes(f.size))
	case s.FileSize > f.room.left:
		return f.refused("with the %s of section %s there is more than the limit of %s", inBytes(s.FileSize), printable(s.Name), inBytes(f.room.most))
	}
	f.room.left -= s.FileSize
	return nil
}

// Section returns the first section of that name, nil when there is none.
func (f *File) Section(name string) *elf.Section { return f.Header.Section(name) }

func inBytes(n uint64) string { return unit.Bytes(float64(n)) }

// printable is as much of a section's name as a message can hold.
func printable(name string) string { return fmt.Sprintf("%.40q", name) }
