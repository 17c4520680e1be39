package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// file is the scheme of control files: "file:/proc/sys/vm/swappiness". Its
// values are those of canonical.
type file struct{ tree }

func (f file) get(path string) (string, error) { return f.read(path) }

func (f file) set(path, value string) error { return f.put(value, path) }

func (f file) settable(path string) error { return f.writable(path) }

// enotsupp is an error number of the kernel's own that escapes through some
// control files, the NMI watchdog's among them: ENOTSUPP in linux/errno.h.
const enotsupp = unix.Errno(524)

// refusals says what the kernel means by an error number when it refuses a
// value, and which error of package fs that amounts to, if not the one that
// the number matches by itself.
var refusals = map[unix.Errno]struct {
	hint string
	kind error
}{
	unix.EROFS:      {"it is mounted read-only here, as in a container: try on the host, or in a privileged container", fs.ErrPermission},
	unix.EINVAL:     {"the kernel does not take this value", nil},
	unix.ERANGE:     {"the kernel does not take this value", nil},
	unix.EBUSY:      {"something else is using it: stop that, or try again later", nil},
	unix.EIO:        {"the kernel leaves this to the device: some interrupts cannot be moved", nil},
	unix.ENOSPC:     {"there is no room for it", nil},
	unix.ENOMEM:     {"there is too little free memory for it: end some programs first", nil},
	unix.ENODEV:     {"this machine does not have it", fs.ErrNotExist},
	unix.ENXIO:      {"this machine does not have it", fs.ErrNotExist},
	unix.EOPNOTSUPP: {"this machine does not have it", fs.ErrNotExist},
	enotsupp:        {"this machine does not have it", fs.ErrNotExist},
}

// refused says what was being done and explains the error that ended it. The
// path in a *fs.PathError is left out: doing names it.
func refused(doing string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	errno, _ := errors.AsType[unix.Errno](err)
	r, known := refusals[errno]
	switch {
	case known:
	case !errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %w", doing, err)
	case os.Geteuid() == 0:
		r.hint = "not even root may here, as in a container or under kernel lockdown"
	default:
		r.hint = "try as root"
	}
	err = fmt.Errorf("%s: %w (%s)", doing, err, r.hint)
	if r.kind != nil {
		return marked{err, r.kind}
	}
	return err
}

// syncing is the scheme of one action, "sync:", which writes back all file
// systems: the kernel can drop clean pages only. It has no value.
type syncing struct{}

func (syncing) get(string) (string, error) { return "", nil }

func (syncing) set(string, string) error {
	unix.Sync()
	return nil
}

func (syncing) settable(string) error { return nil }
