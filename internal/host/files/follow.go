package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// mostLinks is how many links a path may end with, as in the kernel.
const mostLinks = 40

// follow follows the links at the end of a path, to a file that need not be there. Open
// says that the way leads through a process's open files, as that of /dev/stdout does:
// whoever has the file open goes on writing to it, not to what takes its place.
func follow(path string) (target string, open bool, err error) {
	at := path
	for range mostLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(at))
		if err != nil {
			return "", false, err
		}
		at = filepath.Join(dir, filepath.Base(at))
		if descriptors, _ := filepath.Match("/proc/*/fd", dir); descriptors {
			return at, true, nil
		}
		to, err := os.Readlink(at)
		if err != nil {
			return at, false, nil // no link, or nothing at all
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		at = to
	}
	return "", false, &fs.PathError{Op: "create", Path: path, Err: syscall.ELOOP}
}
