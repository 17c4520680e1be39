package invoker

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
)

const nobody = 65534

// adopt makes nobody the person for whom this process works.
func adopt(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	adopted.Store(&Person{User: proc.User{UID: nobody, GID: nobody, Groups: []int{nobody}}})
	t.Cleanup(func() { adopted.Store(nil) })
}

func owner(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

func TestCalled(t *testing.T) {
	for _, c := range []struct {
		euid     int
		uid, gid string
		want     int
	}{
		{0, "1000", "1001", 1000}, {0, "0", "0", 0}, {0, "", "", 0}, {1, "1000", "1001", 0}, {0, "-1", "1", 0}, {0, "1000", "x", 0},
	} {
		p, ok := called(c.euid, func(key string) string { return map[string]string{"SUDO_UID": c.uid, "SUDO_GID": c.gid}[key] })
		if ok != (c.want != 0) || p.UID != c.want || ok && p.GID != 1001 {
			t.Errorf("%+v: %+v, %v", c, p, ok)
		}
	}
}

// Files are the person's, root's are out of reach, and no other thread notices.
func TestFiles(t *testing.T) {
	adopt(t)
	tmp := t.TempDir()
	for _, dir := range []string{tmp, filepath.Dir(tmp)} {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Create(filepath.Join(tmp, "file"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if uid := owner(t, f.Name()); uid != nobody {
		t.Errorf("the file is user %d's", uid)
	}
	secret := filepath.Join(tmp, "secret")
	if err := os.WriteFile(secret, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(secret, os.O_RDONLY, 0); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("root's file: %v", err)
	}
	if uid := owner(t, secret); uid != 0 {
		t.Errorf("the rest of the process makes files for user %d", uid)
	}
}

func TestLower(t *testing.T) {
	adopt(t)
	cmd := exec.Command("id", "-u")
	Lower(cmd)
	out, err := cmd.Output()
	if err != nil || strings.TrimSpace(string(out)) != "65534" {
		t.Errorf("%s, %v", out, err)
	}
}

// TestReserve gives away the right to the blocks that disks keep for root, on one thread.
func TestReserve(t *testing.T) {
	adopt(t)
	has := func() (has bool, err error) {
		text, err := os.ReadFile("/proc/thread-self/status")
		_, after, _ := strings.Cut(string(text), "CapEff:")
		line, _, _ := strings.Cut(after, "\n")
		set, err2 := strconv.ParseUint(strings.TrimSpace(line), 16, 64)
		return set&(1<<unix.CAP_SYS_RESOURCE) != 0, errors.Join(err, err2)
	}
	if mine, err := has(); err != nil || !mine {
		t.Skipf("root has no such right here: %v", err)
	}
	err := As(func() error {
		his, err := has()
		if his {
			t.Error("root's share of a disk is the person's")
		}
		return err
	})
	mine, err2 := has()
	if err := errors.Join(err, err2); err != nil || !mine {
		t.Errorf("of the rest of the process: %v, %v", mine, err)
	}
}
