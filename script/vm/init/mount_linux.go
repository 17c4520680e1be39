package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// mounts are the file systems of a booted machine, in the order to mount them:
// those below /sys need /sys.
var mounts = []struct{ kind, at string }{
	{"proc", "/proc"},
	{"sysfs", "/sys"},
	{"devtmpfs", "/dev"},
	{"tmpfs", "/tmp"},
	{"cgroup2", "/sys/fs/cgroup"},
	{"tracefs", "/sys/kernel/tracing"},
	{"debugfs", "/sys/kernel/debug"},
	{"bpf", "/sys/fs/bpf"},
}

func mountAll() error {
	for _, m := range mounts {
		if err := os.MkdirAll(m.at, 0o755); err != nil {
			return err
		}
		if err := syscall.Mount(m.kind, m.at, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mounting %s at %s: %w", m.kind, m.at, err)
		}
	}
	return nil
}

// enableControllers hands every controller of the cgroup at root down to its
// children, as systemd does at boot.
func enableControllers(root string) error {
	names, err := os.ReadFile(filepath.Join(root, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for name := range bytes.FieldsSeq(names) {
		enable := append([]byte("+"), name...)
		if err := os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), enable, 0); err != nil {
			return fmt.Errorf("enabling the cgroup controller %s: %w", name, err)
		}
	}
	return nil
}
