//go:build unix

package private

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folder makes a folder of that very mode.
func folder(t *testing.T, mode os.FileMode, elements ...string) string {
	t.Helper()
	path := filepath.Join(elements...)
	must(t, os.MkdirAll(path, 0o700))
	must(t, os.Chmod(path, mode))
	return path
}

func TestCheck(t *testing.T) {
	top := t.TempDir()
	fine := folder(t, 0o755, top, "fine")
	open := folder(t, 0o777, top, "open")
	group := folder(t, 0o770, top, "group")
	must(t, os.Chown(group, -1, 12345)) // as root; others get no further than the mode
	sticky := folder(t, 0o777|os.ModeSticky, top, "sticky")
	below := folder(t, 0o700, sticky, "below")
	inOpen := folder(t, 0o700, open, "mine")
	link := filepath.Join(top, "link")
	must(t, os.Symlink("open/mine", link))
	loop := filepath.Join(top, "loop")
	must(t, os.Symlink("loop", loop))
	for path, want := range map[string]string{
		fine: "", below: "", filepath.Join(sticky, "below", "..", "..", "fine"): "",
		open: "can be written by others (mode 0777)", inOpen: open + " can be written", link: open + " can be written",
		sticky: "can be written by others", group: "can be written by others (mode 0770)", loop: "too many links",
		filepath.Join(top, "missing"): "no such file",
	} {
		err := Own().Check(path)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// What is a stranger's is refused, also when nobody else may write to it, and so
// is a link that he could turn.
func TestStrangers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make what is another's")
	}
	top := folder(t, 0o777|os.ModeSticky, t.TempDir(), "tmp")
	theirs := folder(t, 0o755, top, "theirs")
	must(t, os.Chown(theirs, 65534, 65534))
	mine := folder(t, 0o755, top, "mine")
	link := filepath.Join(top, "link")
	must(t, os.Symlink(mine, link))
	must(t, os.Lchown(link, 65534, 65534))
	for _, path := range []string{theirs, link} {
		if err := Own().Check(path); err == nil || !strings.Contains(err.Error(), "belongs to user 65534") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := Own().Dir(filepath.Join(theirs, "sub")); err == nil {
		t.Error("a folder of a stranger's was taken")
	}
}

func TestFilesFollowNoLink(t *testing.T) {
	dir := t.TempDir()
	victim, planted := filepath.Join(t.TempDir(), "victim"), filepath.Join(dir, "file")
	must(t, os.WriteFile(victim, []byte("precious"), 0o600))
	must(t, os.Symlink(victim, planted))
	if _, err := Own().ReadFile(planted); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("read through a link: %v", err)
	}
	if _, err := Own().OpenFile(planted, os.O_RDWR|os.O_CREATE, 0o600); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("opened through a link: %v", err)
	}
	must(t, Own().WriteFile(planted, []byte("new")))
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("the victim has %q, %v", text, err)
	}
	info, err := os.Lstat(planted)
	must(t, err)
	if info.Mode() != 0o600 {
		t.Errorf("the file has mode %v", info.Mode())
	}
	left, err := os.ReadDir(dir)
	if must(t, err); len(left) != 1 {
		t.Errorf("there is %v", left)
	}
}

func TestWhatIsNoPrivateFile(t *testing.T) {
	dir := t.TempDir()
	fifo, open := filepath.Join(dir, "fifo"), filepath.Join(dir, "open")
	must(t, syscall.Mkfifo(fifo, 0o600))
	must(t, os.WriteFile(open, nil, 0o600))
	must(t, os.Chmod(open, 0o666))
	if f, err := Own().Open(open); err != nil {
		t.Error(err)
	} else {
		f.Close()
	}
	link := filepath.Join(dir, "link")
	must(t, os.Symlink(open, link))
	for _, path := range []string{fifo, link} {
		if _, err := Own().Open(path); err == nil {
			t.Errorf("%s was opened", path)
		}
	}
	for path, want := range map[string]string{fifo: "not a regular file", open: "written by others"} {
		if _, err := Own().ReadFile(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	public := folder(t, 0o777, dir, "public")
	if err := Own().WriteFile(filepath.Join(public, "file"), nil); err == nil {
		t.Error("wrote into a folder that is everybody's")
	}
}

func TestState(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	top := t.TempDir()
	for name, want := range map[string]os.FileMode{"tare": 0o700, "home": 0o755, "var/lib/tare": 0o700} {
		dir := filepath.Join(top, name)
		if filepath.Dir(name) == "." {
			folder(t, 0o755, dir)
		}
		must(t, Own().State(dir))
		for path, want := range map[string]os.FileMode{dir: want, filepath.Dir(dir): 0o755} {
			info, err := os.Stat(path)
			if must(t, err); info.Mode().Perm() != want {
				t.Errorf("%s: mode %v, want %v", path, info.Mode(), want)
			}
		}
	}
}

func TestLink(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	for _, target := range []string{"a", "a", "b"} {
		must(t, Own().Link(target, link))
		if got, err := os.Readlink(link); got != target || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
	left, err := os.ReadDir(dir)
	if must(t, err); len(left) != 1 {
		t.Errorf("there is %v", left)
	}
}

func TestPrivateGroup(t *testing.T) {
	const passwd = "root:x:0:0::/root:/bin/sh\nme:x:1000:1000::/home/me:/bin/sh\nyou:x:1001:100::/home/you:/bin/sh\n"
	for group, want := range map[string]bool{
		"me:x:1000:\n": true, "me:x:1000:me\n": true, "me:x:1000:you\n": false, "me:x:1000:me,you\n": false, "": true,
	} {
		if got := onlyMember(passwd, group, 1000); got != want {
			t.Errorf("%q: %v", group, got)
		}
	}
	if onlyMember(passwd, "", 100) || onlyMember(passwd+"he:x:1002:1000::/:/\n", "", 1000) || onlyMember(passwd, "", 7) {
		t.Error("a group of others is private")
	}
}

// TestNewFile has the first one's file stay, and nothing besides.
func TestNewFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "salt")
	must(t, Own().NewFile(path, []byte("first")))
	if err := Own().NewFile(path, []byte("second")); !errors.Is(err, os.ErrExist) {
		t.Errorf("of a file that is there: %v", err)
	}
	if got, err := Own().ReadFile(path); err != nil || string(got) != "first" {
		t.Errorf("%q, %v", got, err)
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) != 1 {
		t.Errorf("in the folder: %v, %v", there, err)
	}
}
