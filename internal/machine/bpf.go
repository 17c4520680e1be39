package machine

import (
	"slices"

	"tare/internal/read"
)

// bpf says whether tracing programs can be loaded and what they would know of
// the kernel's types. CAP_BPF and CAP_PERFMON, which tracing needs beside it,
// came with Linux 5.8 and are part of CAP_SYS_ADMIN: capabilities(7).
func (s source) bpf() (string, error) {
	r, err := s.rights()
	if err != nil {
		return "", err
	}
	// Every kernel with the system call has this switch.
	if _, err := s.number("proc/sys/kernel/unprivileged_bpf_disabled"); err != nil {
		return "", err
	}
	types := "BTF"
	if err := read.Stat(s.root, "sys/kernel/btf/vmlinux"); missing(err) {
		types = "no BTF"
	} else if err != nil {
		return "", err
	}
	has := func(c string) bool { return slices.Contains(r.capabilities, c) }
	lockdown, _ := s.lockdown() // few kernels have it
	switch {
	case lockdown == "confidentiality":
		return "no: kernel lockdown forbids reading kernel memory", nil
	case !r.initial:
		return "no: in a user namespace capabilities do not count", nil
	case has("BPF") && has("PERFMON"):
		return "yes (" + types + ", CAP_BPF)", nil
	case has("SYS_ADMIN"):
		return "yes (" + types + ", CAP_SYS_ADMIN)", nil
	case has("BPF"):
		return "no: CAP_BPF without CAP_PERFMON", nil
	}
	return "no: neither CAP_BPF nor CAP_SYS_ADMIN", nil
}
