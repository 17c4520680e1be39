package command

import (
	"errors"
	"os"
	"path/filepath"

	"tare/internal/engine/exit"
)

// Root returns the value of a flag -root as an absolute path, or the usage error
// of a folder that is not there.
func Root(dir string) (string, error) {
	if dir == "/" { // also where that is no absolute path
		return dir, nil
	}
	const hint = "name the folder that holds the machine's proc and sys, or leave -root out"
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = &os.PathError{Op: "open", Path: dir, Err: errors.New("not a directory")}
	}
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return "", exit.Errorf(exit.Usage, hint, "-root: %w", err)
	}
	return dir, nil
}
