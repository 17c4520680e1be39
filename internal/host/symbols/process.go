package symbols

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// process is a folder of procfs, held open: when the process has ended, its PID
// may be another's, but the folder is not.
type process struct{ dir *os.File }

func openProcess(pid int) (*process, error) {
	dir, err := os.Open("/proc/" + strconv.Itoa(pid))
	if err != nil {
		return nil, err
	}
	return &process{dir}, nil
}

func (p *process) path(name string) string {
	return fmt.Sprintf("/proc/self/fd/%d/%s", p.dir.Fd(), name)
}

// region is a line of maps of memory that can be executed.
type region struct {
	start, end, offset uint64
	file               string // device, inode and path
	path               string // "/usr/lib/libc.so.6", "[vdso]"; may end in " (deleted)"
}

// regions lists what the process has mapped to execute.
func (p *process) regions() ([]region, error) {
	f, err := os.Open(p.path("maps"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parseMaps(f)
}

// parseMaps reads /proc/PID/maps, described in proc_pid_maps(5).
func parseMaps(r io.Reader) ([]region, error) {
	var regions []region
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		// Addresses, permissions, offset, device, inode, and a path that may have spaces.
		fields := strings.SplitN(lines.Text(), " ", 6)
		if len(fields) < 5 {
			return nil, fmt.Errorf("line %q has no inode", lines.Text())
		}
		if !strings.Contains(fields[1], "x") {
			continue
		}
		g := region{path: "[anon]"}
		if _, err := fmt.Sscanf(fields[0]+" "+fields[2], "%x-%x %x", &g.start, &g.end, &g.offset); err != nil {
			return nil, fmt.Errorf("line %q: %w", lines.Text(), err)
		}
		if path := strings.TrimLeft(strings.Join(fields[5:], ""), " "); path != "" {
			g.path = path
		}
		g.file = strings.Join([]string{fields[3], fields[4], g.path}, " ")
		regions = append(regions, g)
	}
	return regions, lines.Err()
}

// open opens the file of a region, or nil when there is none or it may not be
// opened. map_files is the mapped file itself, whatever has its path by now, and
// needs a capability; exe is the same for the program; root is the process's
// own view of the file system.
func (p *process) open(r region) readerAt {
	if r.path == "[vdso]" {
		return vdso()
	}
	names := []string{fmt.Sprintf("map_files/%x-%x", r.start, r.end)}
	if exe, err := os.Readlink(p.path("exe")); err == nil && exe == r.path {
		names = append(names, "exe")
	}
	if strings.HasPrefix(r.path, "/") && !strings.HasSuffix(r.path, " (deleted)") {
		names = append(names, "root"+r.path)
	}
	for _, name := range names {
		if f := openRegular(p.path(name)); f != nil {
			return f
		}
	}
	return nil
}

// openRegular opens a regular file, with all rights that tare has, which processes of
// others take; nil when it cannot. By now a pipe that nobody writes to can have the
// name of a file: that is not waited for.
func openRegular(path string) readerAt {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil
	}
	return sized{f, info.Size()}
}

// sized is a file whose size is known.
type sized struct {
	*os.File
	size int64
}

// Size implements readerAt.
func (s sized) Size() int64 { return s.size }

// vdso returns the code that the kernel maps into every process, which is the
// same for all; from this one, whose memory may be read without asking. It is
// nil when there is none.
var vdso = sync.OnceValue(func() readerAt {
	self, err := openProcess(os.Getpid())
	if err != nil {
		return nil
	}
	defer self.dir.Close()
	regions, _ := self.regions()
	i := slices.IndexFunc(regions, func(r region) bool { return r.path == "[vdso]" })
	if i < 0 {
		return nil
	}
	memory, err := os.Open(self.path("mem"))
	if err != nil {
		return nil
	}
	defer memory.Close()
	image := make([]byte, regions[i].end-regions[i].start)
	if _, err := memory.ReadAt(image, int64(regions[i].start)); err != nil {
		return nil
	}
	return nopCloser{bytes.NewReader(image)}
})

type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }
