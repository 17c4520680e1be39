package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"tare/internal/host/invoker"
	"tare/internal/host/private"
	"tare/internal/host/proc"
	"tare/internal/read"
	"tare/internal/read/procfs"
)

// Beside makes a file in the folder of path, for what is to come to path. The caller
// renames or removes it; what killed tares have left in the folder goes now.
func Beside(path string, perm fs.FileMode) (*os.File, error) {
	dir := filepath.Dir(path)
	return invoker.OpenFile(filepath.Join(dir, besideName(dir, filepath.Base(path))), os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
}

// DirBeside is Beside for a folder. The caller calls remove, as that of Temp.
func DirBeside(path string) (dir string, remove func() error, err error) {
	parent := filepath.Dir(path)
	dir = filepath.Join(parent, besideName(parent, filepath.Base(path)))
	if err := invoker.Mkdir(dir, 0o700); err != nil {
		return "", nil, err
	}
	return dir, remover(dir), nil
}

// besideName returns a name that nobody knows, for something in dir, where it sweeps.
func besideName(dir, base string) string {
	owner := ""
	if h, err := identify(); err == nil {
		sweepBeside(dir, h)
		owner = h.self.String() + "."
	}
	return fmt.Sprintf(".%s.%s%s.tare", shortened(base), owner, rand.Text()[:randomLetters])
}

// longestBase leaves, in bytes, room in a name for all that comes to it: most file systems
// have 255.
const longestBase = 150

func shortened(base string) string {
	return strings.ToValidUTF8(base[:min(len(base), longestBase)], "")
}

// machine is where this process runs, to tell what others have left.
type machine struct {
	root   fs.FS
	self   maker
	booted time.Time
}

// maker is who has made something in a folder that another machine may share, and that
// outlives a boot.
type maker struct {
	boot string // the beginning of the boot's ID
	proc.Identity
}

// identify fails where there is no procfs.
func identify() (machine, error) {
	root := os.DirFS("/")
	self, err1 := proc.Identify(root, "self")
	boot, err2 := read.Text(root, "proc/sys/kernel/random/boot_id")
	stat, err3 := read.Parse(root, "proc/stat", procfs.ParseStat)
	err := errors.Join(err1, err2, err3)
	if err == nil && len(boot) < bootDigits {
		err = fmt.Errorf("%q is not the ID of a boot", boot)
	}
	if err != nil {
		return machine{}, err
	}
	return machine{root, maker{boot[:bootDigits], self}, time.Unix(stat.Booted, 0)}, nil
}

const (
	bootDigits    = 8
	randomLetters = 10
)

// String is the part of a name that parseBeside reads.
func (m maker) String() string {
	return m.boot + "-" + m.Identity.String()
}

// beside is a name as besideName gives it, such as
// .page.html.8f3a21bc-4026531836-4711-123456.K5XJ2LQPZT.tare
var beside = regexp.MustCompile(`^\..*\.([0-9a-f]{8})-([0-9]+-[0-9]+-[0-9]+)\.[A-Z2-7]{10}\.tare$`)

// parseBeside reads who has made what has that name; false when besideName does not give
// such names.
func parseBeside(name string) (maker, bool) {
	parts := beside.FindStringSubmatch(name)
	if parts == nil {
		return maker{}, false
	}
	id, ok := proc.ParseIdentity(parts[2])
	return maker{parts[1], id}, ok
}

// left reports whether who has made something, last changed at some time, is certainly
// gone. A process of another boot may be one of another machine, unless what it has made
// is older than this boot.
func (h machine) left(by maker, changed time.Time) bool {
	if by.boot == h.self.boot {
		return by.Gone(h.root, h.self.Identity)
	}
	return changed.Before(h.booted)
}

// sweepBeside removes what is left in dir and belongs to the person for whom tare works. A
// folder only goes where nobody else could have given it its name: he may have filled it
// himself.
func sweepBeside(dir string, h machine) {
	folders := private.User().Check(dir) == nil
	sweep(dir, func(e os.DirEntry) bool {
		by, ok := parseBeside(e.Name())
		if !ok || !e.Type().IsRegular() && !(folders && e.IsDir()) {
			return false
		}
		info, err := e.Info()
		return err == nil && invoker.Owns(info) && h.left(by, info.ModTime())
	})
}
