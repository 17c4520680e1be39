package recording

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"tare/internal/host/files"
	"tare/internal/host/invoker"
)

// fresh names the files of a recording, in a folder that has none: what only one side is
// recorded of must not be joined with another recording's. With Dir, that is a folder
// beside those of an earlier recording, until this one is complete.
func (s *session) fresh() (Files, error) {
	if s.Dir == "" {
		return in(s.Temp), nil
	}
	var err error
	if s.beside, s.clear, err = files.DirBeside(filepath.Join(s.Dir, "recording")); err != nil {
		return Files{}, err
	}
	return in(s.beside), nil
}

// cleanUp removes what is left of a recording that is not complete.
func (s *session) cleanUp(err *error) {
	if s.beside != "" {
		*err = errors.Join(*err, s.clear())
	}
}

// settle puts recordings that are complete into the folder that the user has named,
// in the place of those of an earlier recording: all of them go, since what only one
// side is recorded of must not be joined with another recording's. When one cannot be
// put there, the earlier recording stays.
func (s *session) settle(all []Files) ([]Files, error) {
	if s.beside == "" {
		return all, nil
	}
	var moves []move
	for _, name := range []string{traceFile, kernelFile, hitFile} {
		old := filepath.Join(s.Dir, name)
		if _, err := os.Lstat(old); err == nil {
			moves = append(moves, move{old, filepath.Join(s.Dir, "."+name+"."+rand.Text()[:8]+".old")})
		}
	}
	aside := len(moves)
	for i := range all {
		for _, path := range []*string{&all[i].Trace, &all[i].Kernel} {
			if filepath.Dir(*path) != s.beside {
				continue // not made here, or not there
			}
			final := filepath.Join(s.Dir, filepath.Base(*path))
			moves = append(moves, move{*path, final})
			*path = final
		}
	}
	if err := moveAll(moves); err != nil {
		return nil, err
	}
	var err error
	for _, m := range moves[:aside] {
		err = errors.Join(err, invoker.Remove(m.to))
	}
	return all, err
}

// move is a file that gets another name.
type move struct{ from, to string }

// moveAll moves all files or none. What cannot be moved back either stays under its new
// name, which no later tare takes for one of its own, and is named.
func moveAll(moves []move) error {
	for i, m := range moves {
		err := invoker.Rename(m.from, m.to)
		if err == nil {
			continue
		}
		for _, done := range slices.Backward(moves[:i]) {
			if undo := invoker.Rename(done.to, done.from); undo != nil {
				err = errors.Join(err, fmt.Errorf("what was %s is %s now: %w", done.from, done.to, undo))
			}
		}
		return err
	}
	return nil
}

// Numbered makes a folder in dir with the first number that is not taken.
func Numbered(dir string) (string, error) {
	if err := invoker.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		name := filepath.Join(dir, strconv.Itoa(n))
		if err := invoker.Mkdir(name, 0o777); !errors.Is(err, os.ErrExist) {
			return name, err
		}
	}
}

// Save writes a recording to a folder, by what writes each of its sides; nil for one
// that there is not.
func Save(dir string, trace, kernel func(io.Writer) error) (f Files, err error) {
	for _, side := range []struct {
		path  *string
		name  string
		write func(io.Writer) error
	}{{&f.Kernel, kernelFile, kernel}, {&f.Trace, traceFile, trace}} {
		if side.write == nil {
			continue
		}
		*side.path = filepath.Join(dir, side.name)
		out, err := invoker.Create(*side.path)
		if err == nil {
			err = errors.Join(side.write(out), out.Close())
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}
