package setting

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/read"
)

// tree is the machine's files below a root. What the kernel reacts to, beyond
// storing it, are fields: a test takes the kernel's part in them.
type tree struct {
	root  string
	write func(path, text string) error // one write of the whole text to a file that exists
	mkdir func(path string) error       // an existing folder is fine
	rmdir func(path string) error
}

func newTree(root string) tree {
	return tree{root: root, write: writeOnce, mkdir: mkdir, rmdir: unix.Rmdir}
}

// at returns where the file of an absolute path is: never outside the root, as
// far as names can tell.
func (t tree) at(name ...string) string {
	return filepath.Join(t.root, filepath.Join("/", filepath.Join(name...)))
}

// stat returns why a file cannot be found, nil when it is there.
func (t tree) stat(name ...string) error {
	_, err := os.Stat(t.at(name...))
	return err
}

// read returns the canonical content of a control file.
func (t tree) read(name ...string) (string, error) {
	path := t.at(name...)
	b, err := os.ReadFile(path)
	return canonical(path, string(b)), err
}

// parse reads and parses one file. Where nothing is mounted, nothing can be set
// either: that counts as missing here.
func parse[T any](t tree, name string, parser func(io.Reader) (T, error)) (T, error) {
	v, err := read.Parse(os.DirFS(t.root), name, parser)
	if _, ok := errors.AsType[read.NotMounted](err); ok {
		err = marked{err, fs.ErrNotExist}
	}
	return v, err
}

// put writes a value to a control file. All of them take a newline at the end,
// and some take no empty write.
func (t tree) put(value string, name ...string) error {
	path := t.at(name...)
	if err := t.write(path, value+"\n"); err != nil {
		return refused(fmt.Sprintf("setting %s to %q", path, value), err)
	}
	return nil
}

// make makes a folder that may be there already.
func (t tree) make(name ...string) error {
	path := t.at(name...)
	if err := t.mkdir(path); err != nil {
		return refused("making "+path, err)
	}
	return nil
}

// removalGrace is how long the kernel may take to forget the processes that
// have left a cgroup.
const removalGrace = time.Second

// remove removes a control group, which may be gone already.
func (t tree) remove(name ...string) error {
	path := t.at(name...)
	var err error
	await(removalGrace, func() bool {
		err = t.rmdir(path)
		return !errors.Is(err, unix.EBUSY)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return refused("removing "+path, err)
	}
	return nil
}

// writable returns why the user may not write to a file, or make something in
// a folder. Root passes every check of access(2), so a file that is for
// reading only, as many in /sys and /proc are, is found out by its mode.
func (t tree) writable(name ...string) error {
	path := t.at(name...)
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	var mount unix.Statfs_t
	err = unix.Statfs(path, &mount)
	switch {
	case err != nil:
	case mount.Flags&unix.ST_RDONLY != 0 && info.Mode()&fs.ModeDevice == 0:
		err = unix.EROFS
	case info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("the kernel lets %s be read only: %w", path, errors.ErrUnsupported)
	default:
		err = unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK, unix.AT_EACCESS)
	}
	if err != nil {
		return refused("writing to "+path, err)
	}
	return nil
}

// writeOnce hands the text to the kernel in a single write(2), as control files
// need it: a second call would be a second value. It never makes a file.
func writeOnce(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = writeText(f, text)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func writeText(f *os.File, text string) error {
	n, err := unix.Write(int(f.Fd()), []byte(text))
	for errors.Is(err, unix.EINTR) {
		n, err = unix.Write(int(f.Fd()), []byte(text))
	}
	switch {
	case err != nil:
		return err
	case n < len(text):
		return fmt.Errorf("the kernel took %d of %d bytes: %w", n, len(text), io.ErrShortWrite)
	}
	return shorten(f, int64(n))
}

// shorten cuts off what is left of a longer value. Only stored files have such
// a rest, and only they occupy blocks; control files are left in peace.
func shorten(f *os.File, size int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || !info.Mode().IsRegular() || st.Blocks == 0 {
		return nil
	}
	return f.Truncate(size)
}

func mkdir(path string) error {
	err := unix.Mkdir(path, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// await polls until done returns true, and reports whether it did in time.
func await(limit time.Duration, done func() bool) bool {
	for deadline := time.Now().Add(limit); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}
