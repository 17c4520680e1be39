package main

import (
	"syscall"
	"time"
)

// rawWaiter returns what waits in the kernel without telling the runtime.
func rawWaiter() (func(time.Duration), error) {
	fd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return func(d time.Duration) {
		// Nothing is being waited for, so nothing is ever written to the address 0.
		_, _, _ = syscall.RawSyscall6(syscall.SYS_EPOLL_PWAIT, uintptr(fd), 0, 1, uintptr(d.Milliseconds()), 0, 0)
	}, nil
}

// forgetful returns memory in small pages, and what gives those back to the system.
func forgetful(size int) (region []byte, forget func() error, err error) {
	region, err = syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err == nil {
		err = syscall.Madvise(region, syscall.MADV_NOHUGEPAGE)
	}
	return region, func() error { return syscall.Madvise(region, syscall.MADV_DONTNEED) }, err
}
