package machinetest

import (
	"io/fs"
	"path"
	"testing/fstest"
)

// denied is the Sys of files and directories that the user may not open.
const denied = "denied"

// guarded is a file system in which opening what is denied fails, and so does
// everything below a directory that is.
type guarded struct{ files fstest.MapFS }

func (g guarded) Open(name string) (fs.File, error) {
	if g.denied(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return g.files.Open(name)
}

// Stat needs no right to the file itself.
func (g guarded) Stat(name string) (fs.FileInfo, error) {
	if g.denied(path.Dir(name)) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrPermission}
	}
	return g.files.Stat(name)
}

// denied reports whether name or a directory above it is.
func (g guarded) denied(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if f := g.files[name]; f != nil && f.Sys == denied {
			return true
		}
	}
	return false
}
