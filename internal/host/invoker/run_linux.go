package invoker

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
)

// Run runs f, which may use files but start no process, with the person's rights:
// on a thread of its own, whose identity for files is the person's and which ends
// with f. The kernel takes root's rights over files from it at the same time.
func Run(p Person, f func() error) (err error) {
	proc.OnOwnThread(func() {
		if err = become(p.User); err == nil {
			err = f()
		}
	})
	return err
}

// become changes the calling thread only, as the system calls do that the
// packages syscall and unix would make on all threads.
func become(u proc.User) error {
	groups := make([]uint32, len(u.Groups)+1) // never empty, to have an address
	for i, g := range u.Groups {
		groups[i] = uint32(g)
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SETGROUPS, uintptr(len(u.Groups)), uintptr(unsafe.Pointer(&groups[0])), 0)
	if errno != 0 {
		return fmt.Errorf("acting for user %d: setgroups: %w", u.UID, errno)
	}
	// These two report no failure; what they return is who the thread was before.
	_, _ = unix.SetfsgidRetGid(u.GID)
	_, _ = unix.SetfsuidRetUid(u.UID)
	uid, _ := unix.SetfsuidRetUid(-1)
	gid, _ := unix.SetfsgidRetGid(-1)
	if uid != u.UID || gid != u.GID {
		return fmt.Errorf("acting for user %d: the system did not let go of root's rights", u.UID)
	}
	if err := keepReserve(); err != nil {
		return fmt.Errorf("acting for user %d: leaving root's share of disks alone: %w", u.UID, err)
	}
	return nil
}

// keepReserve has a disk be full for the calling thread when it is for the person: another
// identity for files does not take from root the right to blocks that are kept for him,
// capabilities(7).
func keepReserve() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData // of 32 capabilities each
	if err := unix.Capget(&header, &data[0]); err != nil {
		return err
	}
	data[0].Effective &^= 1 << unix.CAP_SYS_RESOURCE
	return unix.Capset(&header, &data[0])
}

// Lower makes cmd, which is not started yet, run as the current person.
func Lower(cmd *exec.Cmd) {
	p, ok := Current()
	if !ok {
		return
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Credential = p.Credential()
}

// belongs reports whether a file is the user's.
func belongs(path string, uid int) bool {
	info, err := os.Stat(path)
	return err == nil && owns(info, uid)
}

func owns(info os.FileInfo, uid int) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == uid
}
