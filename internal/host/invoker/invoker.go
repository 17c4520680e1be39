// Package invoker is the person for whom tare works: under sudo, doas and pkexec the one
// who called them, anybody else's tare works for the user that it runs as. Builds, git
// and benchmarks run as that person, and files in his folders are made by him, so
// that root's rights never meet what he, or a benchmark, can change.
package invoker

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"sync/atomic"

	"tare/internal/host/proc"
)

// Person is a user of the machine.
type Person struct {
	proc.User
	Name, Home string // empty when the machine does not know the user
}

var adopted atomic.Pointer[Person]

// Current returns the person for whom this process works when that is another
// one than the user whom it runs as.
func Current() (Person, bool) {
	if p := adopted.Load(); p != nil {
		return *p, true
	}
	return Person{}, false
}

// UID is the user in whose folders this process keeps results: the current
// person's, or its own.
func UID() int {
	if p, ok := Current(); ok {
		return p.UID
	}
	return os.Geteuid()
}

// Owns reports whether a file belongs to the user in whose folders this process keeps
// results. On systems other than Linux it is false.
func Owns(info os.FileInfo) bool { return owns(info, UID()) }

// Adopt makes the person who called sudo, doas or pkexec the current one, if root runs
// because of that; it is called once, before anything else. Where that person may not
// read the working directory, as in a root shell that sudo has opened, root works for
// himself, in his own folders. The environment names the home of whom it is.
func Adopt() error {
	p, ok, err := called(os.Geteuid(), os.Getenv)
	if err != nil || !ok {
		return err
	}
	p.describe()
	if Run(p, readable) == nil {
		if err := p.moveIn(); err != nil {
			return err
		}
		adopted.Store(&p)
		return nil
	}
	root := Person{User: proc.User{}, Name: "root", Home: "/root"}
	root.describe()
	return root.moveIn()
}

// describe adds what the machine knows of the user.
func (p *Person) describe() {
	u, err := user.LookupId(strconv.Itoa(p.UID))
	if err != nil {
		return
	}
	p.Name, p.Home = u.Username, u.HomeDir
	ids, _ := u.GroupIds()
	for _, id := range ids {
		if gid, err := strconv.Atoi(id); err == nil && gid != p.GID {
			p.Groups = append(p.Groups, gid)
		}
	}
}

// readable reports whether the working directory can be reached and read.
func readable() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	f, err := os.Open(dir) // by its name, as its children will
	if err == nil {
		err = f.Close()
	}
	return err
}

// moveIn makes the environment the person's. A HOME that is his already, because
// sudo was told to keep it, stays.
func (p Person) moveIn() error {
	env := map[string]string{"USER": p.Name, "LOGNAME": p.Name}
	if !belongs(os.Getenv("HOME"), p.UID) {
		if p.Home == "" {
			return fmt.Errorf("acting for user %d: the machine does not know that user's home (keep it, as by sudo --preserve-env=HOME tare …)", p.UID)
		}
		env["HOME"] = p.Home
	}
	for key, value := range env {
		if err := os.Setenv(key, value); err != nil {
			return fmt.Errorf("acting for user %d: %w", p.UID, err)
		}
	}
	return nil
}

// As runs f, which may use files but start no process, with the rights of the
// current person.
func As(f func() error) error {
	if p, ok := Current(); ok {
		return Run(p, f)
	}
	return f()
}

// Create is os.Create with the rights of the current person.
func Create(path string) (*os.File, error) {
	return OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// OpenFile is os.OpenFile with the rights of the current person.
func OpenFile(path string, flag int, perm os.FileMode) (f *os.File, err error) {
	err = As(func() (err error) { f, err = os.OpenFile(path, flag, perm); return err })
	return f, err
}

// MkdirTemp is os.MkdirTemp with the rights of the current person.
func MkdirTemp(dir, pattern string) (path string, err error) {
	err = As(func() (err error) { path, err = os.MkdirTemp(dir, pattern); return err })
	return path, err
}

// Mkdir is os.Mkdir with the rights of the current person.
func Mkdir(path string, perm os.FileMode) error {
	return As(func() error { return os.Mkdir(path, perm) })
}

// MkdirAll is os.MkdirAll with the rights of the current person.
func MkdirAll(path string, perm os.FileMode) error {
	return As(func() error { return os.MkdirAll(path, perm) })
}

// WriteFile is os.WriteFile with the rights of the current person.
func WriteFile(path string, data []byte, perm os.FileMode) error {
	return As(func() error { return os.WriteFile(path, data, perm) })
}

// Remove is os.Remove with the rights of the current person.
func Remove(path string) error { return As(func() error { return os.Remove(path) }) }

// RemoveAll is os.RemoveAll with the rights of the current person: what he, or a
// benchmark, has put into a folder of his must not lead root anywhere.
func RemoveAll(path string) error { return As(func() error { return os.RemoveAll(path) }) }

// Rename is os.Rename with the rights of the current person.
func Rename(from, to string) error { return As(func() error { return os.Rename(from, to) }) }
