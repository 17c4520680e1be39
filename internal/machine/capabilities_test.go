package machine_test

import (
	"fmt"
	"testing"

	"tare/internal/record"
)

const (
	initialIDs = "         0          0 4294967295\n"
	ownIDs     = "0 1000 1\n"
	sysAdmin   = 1 << 21
	perfmon    = 1 << 38
	bpf        = 1 << 39
)

func status(uid, capabilities uint64) string {
	return fmt.Sprintf("Name:\ttare\nUid:\t%d\t%[1]d\t%[1]d\t%[1]d\nCapEff:\t%016x\n", uid, capabilities)
}

func TestRights(t *testing.T) {
	for _, c := range []struct {
		status, ids        string
		user, capabilities string
	}{
		{status(0, 1<<41-1), initialIDs, "root", "SYS_ADMIN SYS_NICE SYS_PTRACE SYS_RESOURCE PERFMON BPF IPC_LOCK"},
		{status(0, 1<<41-1), "", "root", "SYS_ADMIN SYS_NICE SYS_PTRACE SYS_RESOURCE PERFMON BPF IPC_LOCK"},
		{status(0, 1<<41-1), ownIDs, "root in a user namespace", "none"},
		{status(1000, 0), initialIDs, "uid 1000", "none"},
		{status(1000, 1<<23|1), initialIDs, "uid 1000", "SYS_NICE"},
		{status(1000, 0), ownIDs, "uid 1000 in a user namespace", "none"},
		{"Uid:\t0\t0\t0\t0\n", initialIDs, "", ""},
		{status(0, 1), "x", "", ""},
	} {
		files := map[string]string{"proc/self/status": c.status}
		if c.ids != "" {
			files["proc/self/uid_map"] = c.ids
		}
		user, capabilities := readOne(t, files, record.FactUser), readOne(t, files, record.FactCapabilities)
		if user.Value != c.user || capabilities.Value != c.capabilities {
			t.Errorf("%q, %q: got %+v and %+v", c.status, c.ids, user, capabilities)
		}
	}
}

func TestBPF(t *testing.T) {
	const (
		disabled = "proc/sys/kernel/unprivileged_bpf_disabled"
		btf      = "sys/kernel/btf/vmlinux"
		lockdown = "sys/kernel/security/lockdown"
	)
	for _, c := range []struct {
		capabilities uint64
		ids          string
		files        map[string]string
		want         string
	}{
		{sysAdmin | perfmon | bpf, initialIDs, map[string]string{disabled: "2", btf: "\x9f"}, "yes (BTF, CAP_BPF)"},
		{perfmon | bpf, initialIDs, map[string]string{disabled: "2", "sys/kernel/notes": ""}, "yes (no BTF, CAP_BPF)"},
		{sysAdmin, initialIDs, map[string]string{disabled: "0", btf: "\x9f"}, "yes (BTF, CAP_SYS_ADMIN)"},
		{bpf, initialIDs, map[string]string{disabled: "2", btf: "\x9f"}, "no: CAP_BPF without CAP_PERFMON"},
		{0, initialIDs, map[string]string{disabled: "0", btf: "\x9f"}, "no: neither CAP_BPF nor CAP_SYS_ADMIN"},
		{sysAdmin, ownIDs, map[string]string{disabled: "2", btf: "\x9f"}, "no: in a user namespace capabilities do not count"},
		{sysAdmin, initialIDs, map[string]string{disabled: "2", btf: "\x9f", lockdown: "none integrity [confidentiality]\n"}, "no: kernel lockdown forbids reading kernel memory"},
		{sysAdmin, initialIDs, map[string]string{btf: "\x9f"}, ""}, // cannot say
	} {
		c.files["proc/self/status"] = status(0, c.capabilities)
		c.files["proc/self/uid_map"] = c.ids
		if f := readOne(t, c.files, record.FactBPF); f.Value != c.want {
			t.Errorf("capabilities %x with %q: got %+v, want %q", c.capabilities, c.files, f, c.want)
		}
	}
}
