package setup

import (
	"slices"

	"tare/internal/host/private"
	"tare/internal/journal"
)

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
		if dir, err := private.StateDir(root, getenv, id); err == nil && !slices.Contains(dirs, dir) {
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
