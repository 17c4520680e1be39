package cell

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// playSpin uses half a second of CPU time.
func playSpin() {
	for {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			panic(err)
		}
		if u.Utime.Nano()+u.Stime.Nano() > 5e8 {
			return
		}
	}
}

// playHog touches a gigabyte.
func playHog() {
	for range 1024 {
		kept = append(kept, make([]byte, 1<<20))
		b := kept[len(kept)-1]
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
	}
}

var kept [][]byte

// facts are what a process sees of its cell.
type facts struct {
	Cgroups     string // /proc/self/cgroup
	Personality uintptr
	CPUs        []int
	Session     bool // leads a session of its own
	Marked      bool // has the variable that marks processes without cgroup
	Files       int  // descriptors inherited besides the standard ones
}

func playFacts() {
	cgroups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		panic(err)
	}
	personality, _, _ := unix.RawSyscall(unix.SYS_PERSONALITY, 0xffffffff, 0, 0)
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		panic(err)
	}
	sid, err := unix.Getsid(0)
	if err != nil {
		panic(err)
	}
	f := facts{Cgroups: string(cgroups), Personality: personality, Session: sid == os.Getpid()}
	for cpu := range 1024 {
		if set.IsSet(cpu) {
			f.CPUs = append(f.CPUs, cpu)
		}
	}
	_, f.Marked = os.LookupEnv(markVariable)
	for fd := 3; fd < 10; fd++ {
		// The Go runtime's own descriptors close on exec; inherited ones do not.
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC == 0 {
			f.Files++
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(f); err != nil {
		panic(err)
	}
}

// in reports whether the process is in a group of that name.
func (f facts) in(group string) bool { return strings.Contains(f.Cgroups, "/"+group+"\n") }
