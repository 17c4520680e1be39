package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// useful lists the capabilities that tare can use, by their numbers in
// include/uapi/linux/capability.h.
var useful = []struct {
	bit  int
	name string
}{
	{21, "SYS_ADMIN"}, {23, "SYS_NICE"}, {19, "SYS_PTRACE"}, {24, "SYS_RESOURCE"},
	{38, "PERFMON"}, {39, "BPF"}, {14, "IPC_LOCK"},
}

// rights are what tare itself may do.
type rights struct {
	uid          uint32
	capabilities []string // that tare can use
	// initial is whether they are of the initial user namespace. Those of another
	// one count for its own objects only: capable() in kernel/capability.c.
	initial bool
}

func (s source) rights() (rights, error) {
	status, err := read.Parse(s.root, "proc/self/status", procfs.ParseStatus)
	if err != nil {
		return rights{}, err
	}
	r := rights{uid: status.UID}
	r.initial, err = read.Parse(s.root, "proc/self/uid_map", procfs.ParseInitialIDs)
	if errors.Is(err, fs.ErrNotExist) {
		r.initial, err = true, nil // a kernel without user namespaces
	}
	for _, c := range useful {
		if r.initial && status.Capabilities>>c.bit&1 == 1 {
			r.capabilities = append(r.capabilities, c.name)
		}
	}
	return r, err
}

func (s source) user() (string, error) {
	r, err := s.rights()
	who := "root"
	if r.uid != 0 {
		who = fmt.Sprintf("uid %d", r.uid)
	}
	if !r.initial {
		who += " in a user namespace"
	}
	return who, err
}

func (s source) capabilities() (string, error) {
	r, err := s.rights()
	if r.capabilities == nil {
		return "none", err
	}
	return strings.Join(r.capabilities, " "), err
}
