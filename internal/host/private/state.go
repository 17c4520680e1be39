package private

import (
	"errors"
	"path/filepath"
)

// stateName is what the state folder is called, unless $TARE_STATE says otherwise.
const stateName = "tare"

// StateDir returns the folder for the journal of the machine below root, and for
// the locks: root's is for everybody on the machine, others have their own.
// $TARE_STATE overrides it.
func StateDir(root string, getenv func(string) string, euid int) (string, error) {
	if dir := getenv("TARE_STATE"); dir != "" {
		return filepath.Abs(dir)
	}
	if root != "/" || euid == 0 {
		return filepath.Join(root, "var/lib", stateName), nil
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, stateName), nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local/state", stateName), nil
	}
	return "", errors.New("no folder for the journal: neither TARE_STATE, XDG_STATE_HOME nor HOME is set")
}
