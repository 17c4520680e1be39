package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

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
