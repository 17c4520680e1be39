package proc

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// Kill sends SIGKILL to every process that list names, and to no other: a PID
// is signalled through a descriptor of its process, after list has named it
// again. The calling process and PIDs that are not positive (those of other
// namespaces) are passed over. It returns how many were signalled.
func Kill(list func() ([]int, error)) (int, error) {
	pids, err := list()
	if err != nil || len(pids) == 0 {
		return 0, err
	}
	var handles []Handle
	defer func() {
		for _, h := range handles {
			h.Close()
		}
	}()
	for _, pid := range pids {
		if pid <= 0 || pid == os.Getpid() {
			continue
		}
		switch h, err := OpenHandle(pid); {
		case err == nil:
			handles = append(handles, h)
		case !errors.Is(err, unix.ESRCH):
			return 0, err
		}
	}
	return killConfirmed(handles, list)
}

// killConfirmed signals those processes that are still listed.
func killConfirmed(handles []Handle, list func() ([]int, error)) (int, error) {
	again, err := list()
	if err != nil {
		return 0, err
	}
	killed := 0
	for _, h := range handles {
		if !slices.Contains(again, h.pid) {
			continue
		}
		switch e := h.Signal(unix.SIGKILL); {
		case e == nil:
			killed++
		case !errors.Is(e, unix.ESRCH):
			err = errors.Join(err, fmt.Errorf("killing process %d: %w", h.pid, e))
		}
	}
	return killed, err
}
