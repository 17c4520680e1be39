package invoker

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
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
		euid int
		env  []string
		want Person // without its groups
		err  string
	}{
		{0, []string{"SUDO_UID=1000", "SUDO_GID=1001", "SUDO_USER=me", "SUDO_HOME=/me"}, Person{proc.User{UID: 1000, GID: 1001}, "me", "/me"}, ""},
		{0, []string{"SUDO_UID=0", "SUDO_GID=0"}, Person{}, ""},
		{0, []string{"SUDO_UID=0", "SUDO_GID=0", "DOAS_USER=nobody"}, Person{}, ""},
		{0, nil, Person{}, ""},
		{1, []string{"SUDO_UID=1000", "SUDO_GID=1001", "DOAS_USER=nobody", "PKEXEC_UID=65534"}, Person{}, ""},
		{0, []string{"SUDO_UID=-1", "SUDO_GID=1"}, Person{}, ""},
		{0, []string{"SUDO_UID=1000", "SUDO_GID=x"}, Person{}, ""},
		{0, []string{"DOAS_USER=nobody"}, Person{User: proc.User{UID: nobody, GID: nobody}}, ""},
		{0, []string{"DOAS_USER=root"}, Person{}, ""},
		{0, []string{"DOAS_USER=no such user"}, Person{}, "DOAS_USER"},
		{0, []string{"PKEXEC_UID=65534"}, Person{User: proc.User{UID: nobody, GID: nobody}}, ""},
		{0, []string{"PKEXEC_UID=0"}, Person{}, ""},
		{0, []string{"PKEXEC_UID=2147483000"}, Person{}, "PKEXEC_UID"},
	} {
		p, ok, err := called(c.euid, func(key string) string { return variable(c.env, key) })
		p.Groups = nil
		if ok != (c.want.UID != 0) || !reflect.DeepEqual(p, c.want) || (err != nil) != (c.err != "") {
			t.Errorf("%+v: %+v, %v, %v", c, p, ok, err)
		}
		if err != nil && !strings.Contains(err.Error(), c.err+" names (unset it") {
			t.Error(err)
		}
	}
}

func variable(env []string, key string) string {
	for _, kv := range env {
		if k, v, _ := strings.Cut(kv, "="); k == key {
			return v
		}
	}
	return ""
}

// TestUnknown moves in with somebody of whom the machine knows nothing but a number.
func TestUnknown(t *testing.T) {
	t.Setenv("HOME", "/")
	t.Setenv("USER", "")
	t.Setenv("LOGNAME", "")
	p := Person{User: proc.User{UID: 2147483000, GID: 1}}
	p.describe()
	if err := p.moveIn(); err == nil || !strings.Contains(err.Error(), "preserve-env=HOME") {
		t.Errorf("no home is known: %v", err)
	}
	p.Home = "/from/sudo"
	if err := p.moveIn(); err != nil || os.Getenv("HOME") != p.Home {
		t.Errorf("HOME=%s, %v", os.Getenv("HOME"), err)
	}
	mine := t.TempDir()
	t.Setenv("HOME", mine)
	p = Person{User: proc.User{UID: os.Getuid()}}
	if err := p.moveIn(); err != nil || os.Getenv("HOME") != mine {
		t.Errorf("HOME=%s, %v", os.Getenv("HOME"), err)
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
