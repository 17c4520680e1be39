package store

import (
	"errors"
	"path/filepath"
	"runtime"
)

// DefaultPath returns the store file to use: $TARE_DB when it is set, else
// tare/tare.db in the user's data folder. That is $XDG_DATA_HOME or
// ~/.local/share, on Windows %LOCALAPPDATA%, and on macOS
// ~/Library/Application Support. env is os.Getenv or a stand-in. It is an error
// when the environment names no such folder.
func DefaultPath(env func(string) string) (string, error) {
	return defaultPath(runtime.GOOS, env)
}

func defaultPath(goos string, env func(string) string) (string, error) {
	if path := env("TARE_DB"); path != "" {
		return path, nil
	}
	dir := dataDir(goos, env)
	if dir == "" {
		return "", errors.New("find the store: the environment names no home folder: set TARE_DB to the file to use")
	}
	return filepath.Join(dir, "tare", "tare.db"), nil
}

// dataDir returns the folder for a user's application data, or "".
func dataDir(goos string, env func(string) string) string {
	if goos == "windows" {
		return env("LOCALAPPDATA")
	}
	home := env("HOME")
	// The XDG specification says to ignore a relative path.
	if xdg := env("XDG_DATA_HOME"); goos != "darwin" && filepath.IsAbs(xdg) {
		return xdg
	}
	switch {
	case home == "":
		return ""
	case goos == "darwin":
		return filepath.Join(home, "Library", "Application Support")
	default:
		return filepath.Join(home, ".local", "share")
	}
}
