package explain

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"tare/internal/host/invoker"
)

// settle puts recordings that are complete into the folder that the user has named,
// in the place of those of an earlier recording: all of them go, since what only one
// side is recorded of must not be joined with another recording's. When one cannot be
// put there, the earlier recording stays.
func (s *session) settle(all []recording) ([]recording, error) {
	if s.beside == "" {
		return all, nil
	}
	var moves []move
	for _, name := range []string{traceFile, kernelFile, hitFile} {
		old := filepath.Join(s.dir, name)
		if _, err := os.Lstat(old); err == nil {
			moves = append(moves, move{old, filepath.Join(s.dir, "."+name+"."+rand.Text()[:8]+".old")})
		}
	}
	aside := len(moves)
	for i := range all {
		for _, path := range []*string{&all[i].trace, &all[i].kernel} {
			if filepath.Dir(*path) != s.beside {
				continue // not made here, or not there
			}
			final := filepath.Join(s.dir, filepath.Base(*path))
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
