package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"tare/internal/host/invoker"
)

// ErrIrregular is the error of what is not a regular file where one is needed.
var ErrIrregular = errors.New("not a regular file")

// ErrTooLong is the error of an input that has more than it may.
var ErrTooLong = errors.New("too long")

// Open opens a regular file, with the rights of the person for whom tare works. Of
// anything else, which may never answer, it is an error.
func Open(path string) (*os.File, error) {
	f, err := invoker.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "open", Path: path, Err: ErrIrregular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Read is os.ReadFile for what Open opens.
func Read(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ReadAny reads a file, pipe or device to its end, which must come within most
// bytes, or until ctx is done. What a pipe without a writer keeps waiting then is
// left behind: it ends with the process.
func ReadAny(ctx context.Context, path string, most int64) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		data, err := readAny(path, most)
		read <- result{data, err}
	}()
	select {
	case r := <-read:
		return r.data, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("reading %s: %w", path, ctx.Err())
	}
}

func readAny(path string, most int64) ([]byte, error) {
	f, err := invoker.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(Bounded(f, path, most))
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Bounded returns a reader of r, called name, that fails once it has read more than
// most bytes.
func Bounded(r io.Reader, name string, most int64) io.Reader {
	return &bounded{r, name, most, most}
}

type bounded struct {
	r          io.Reader
	name       string
	most, left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, fmt.Errorf("%s is %w: more than %d MB", b.name, ErrTooLong, b.most>>20)
	}
	return n, err
}
