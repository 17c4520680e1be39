package setup

import (
	"errors"
	"path/filepath"
	"slices"

	"tare/internal/journal"
)

// StateDir returns the folder of the journal of the machine below root: for
// everybody on the machine when tare may write there, the user's own otherwise.
// $TARE_STATE overrides it.
func StateDir(root string, getenv func(string) string, euid int) (string, error) {
	if dir := getenv("TARE_STATE"); dir != "" {
		return filepath.Abs(dir)
	}
	if root != "/" || euid == 0 {
		return filepath.Join(root, "var/lib/tare"), nil
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tare"), nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local/state/tare"), nil
	}
	return "", errors.New("no folder for the journal: neither TARE_STATE, XDG_STATE_HOME nor HOME is set")
}

// Peek lists what the journals of root and of the user say is tuned, since this
// start of the machine, without the lock; nothing where there is no journal. The
// error is ErrNoBoot where root is not that of a running machine.
func Peek(root string, getenv func(string) string, euid int) ([]journal.Session, error) {
	boot, err := bootID(root)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, id := range []int{0, euid} {
		// A user without a folder for a journal has none.
		if dir, err := StateDir(root, getenv, id); err == nil && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	var open []journal.Session
	for _, dir := range dirs {
		j, err := journal.Open(journal.FileLog{Dir: dir})
		if err != nil {
			return nil, err
		}
		open = append(open, j.Sessions()...)
	}
	return slices.DeleteFunc(open, func(s journal.Session) bool { return s.Boot != "" && s.Boot != boot || len(s.Entries) == 0 }), nil
}
