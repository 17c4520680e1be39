//go:build unix

package private

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// noFollow keeps open from following a link, and from waiting for who writes to a
// pipe.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// maxLinks is how many links a path may lead through, as in the kernel.
const maxLinks = 40

// check walks an absolute path from "/", through the links that are on it: what
// only the end of a link's target says would hide who may turn the link.
func (p Place) check(path string) error {
	at, rest := "/", strings.Split(path, "/")
	if err := p.folder(at, false); err != nil {
		return err
	}
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		info, err := os.Lstat(next)
		if err != nil {
			return err
		}
		if info.Mode()&os.ModeSymlink == 0 {
			at = next
			if err := p.folder(at, len(strings.Join(rest, "")) == 0); err != nil {
				return err
			}
			continue
		}
		target, err := os.Readlink(next)
		if err == nil {
			err = p.owned(next, info)
		}
		if links++; err == nil && links > maxLinks {
			err = &Error{path, "leads through too many links"}
		}
		if err != nil {
			return err
		}
		if filepath.IsAbs(target) {
			at = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return nil
}

// folder checks one element of a path. The last one must not be sticky and
// everybody's: what is not there yet could be made by anybody.
func (p Place) folder(path string, last bool) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.IsDir() && info.Mode()&os.ModeSticky != 0 && !last {
		return p.owned(path, info)
	}
	return p.mine(path, info)
}

// mine checks owner and mode.
func (p Place) mine(path string, info os.FileInfo) error {
	if err := p.owned(path, info); err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	mode := info.Mode().Perm()
	if mode&0o002 != 0 || mode&0o020 != 0 && !(ok && p.alone(int(stat.Gid))) {
		return &Error{path, writable(mode)}
	}
	return nil
}

// owned checks the owner. "/" may be anybody's: who can change that has the
// machine, and in a user namespace it can be root's without looking so.
func (p Place) owned(path string, info os.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if uid := int(stat.Uid); ok && path != "/" && uid != 0 && !slices.Contains(p.owners, uid) {
		return &Error{path, fmt.Sprintf("belongs to user %d", uid)}
	}
	return nil
}

func (p Place) ownLink(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return p.owned(path, info)
}

// alone reports whether the group has nobody in it but an owner, as the private
// group has that many systems give to each user, with a umask that lets it write.
// Root's group is as good as root.
func (p Place) alone(gid int) bool {
	if gid == 0 {
		return true
	}
	users, err := os.ReadFile("/etc/passwd")
	if err != nil || !slices.Contains(p.owners, gid) {
		return false // private groups have the number of their user
	}
	groups, err := os.ReadFile("/etc/group")
	if err != nil {
		return false
	}
	return onlyMember(string(users), string(groups), gid)
}

// onlyMember reports whether no user but that of the same number has the group.
func onlyMember(passwd, group string, gid int) bool {
	number, name := fmt.Sprint(gid), ""
	for line := range strings.Lines(passwd) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) < 4 {
			continue
		}
		if f[2] == number {
			name = f[0]
		} else if f[3] == number {
			return false
		}
	}
	for line := range strings.Lines(group) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) >= 4 && f[2] == number && f[3] != "" && f[3] != name {
			return false
		}
	}
	return name != ""
}
