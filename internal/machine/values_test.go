package machine_test

import (
	"io/fs"
	"syscall"
	"testing"
	"testing/fstest"

	"tare/internal/machine"
	"tare/internal/machine/machinetest"
	"tare/internal/record"
)

// TestEverythingDenied reads a root in which nothing may be opened: that says
// nothing about what the kernel has, so no fact may be unsupported.
func TestEverythingDenied(t *testing.T) {
	for _, name := range machinetest.Names() {
		root := failing{machinetest.Root(t, name), func(name string) error { return fs.ErrPermission }}
		opts := machinetest.Options(name)
		opts.KubernetesHost = "" // known without opening a file
		m := machine.Read(root, opts)
		checkFacts(t, m)
		for _, f := range m.Facts {
			if f.Status != record.Denied {
				t.Errorf("%s: got %+v, want denied", name, f)
			}
		}
	}
}

// failing is a root in which opening some files fails.
type failing struct {
	fs.FS
	err func(name string) error
}

func (f failing) Open(name string) (fs.File, error) {
	if err := f.err(name); err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f.FS.Open(name)
}

func TestStatusByError(t *testing.T) {
	const policies = "sys/devices/system/cpu/cpufreq/policy"
	for _, c := range []struct {
		file string
		err  error
		fact string
		want record.Fact
	}{
		{"proc/sys/kernel/perf_event_paranoid", syscall.EACCES, record.FactPerfParanoid,
			record.Fact{Status: record.Denied, Why: "/proc/sys/kernel/perf_event_paranoid: permission denied"}},
		{"proc/sys/kernel/perf_event_paranoid", fs.ErrNotExist, record.FactPerfParanoid,
			record.Fact{Status: record.Unsupported, Why: "/proc/sys/kernel/perf_event_paranoid: file does not exist"}},
		{"proc/sys/kernel/perf_event_paranoid", syscall.EIO, record.FactPerfParanoid,
			record.Fact{Status: record.Undetermined, Why: "/proc/sys/kernel/perf_event_paranoid: input/output error"}},
		{"proc/meminfo", syscall.EACCES, record.FactSwap,
			record.Fact{Status: record.Denied, Why: "/proc/meminfo: permission denied"}},
		{"sys/devices/system/cpu/online", syscall.EACCES, record.FactCPUs,
			record.Fact{Status: record.Denied, Why: "/sys/devices/system/cpu/online: permission denied"}},
		{policies + "0/scaling_governor", syscall.EACCES, record.FactGovernor,
			record.Fact{Status: record.Denied, Why: "/" + policies + "0/scaling_governor: permission denied"}},
		// A policy whose CPUs are all offline.
		{policies + "10/scaling_governor", syscall.EBUSY, record.FactGovernor,
			record.Fact{Status: record.Measured, Value: "performance"}},
	} {
		root := failing{machinetest.Root(t, "bare-metal-amd"), func(name string) error {
			if name == c.file {
				return c.err
			}
			return nil
		}}
		got := machine.Read(root, machine.Options{GOOS: "linux"}).Fact(c.fact)
		if got.Status != c.want.Status || got.Value != c.want.Value || got.Why != c.want.Why {
			t.Errorf("%s: %v:\ngot  %+v\nwant %+v", c.file, c.err, got, c.want)
		}
	}
}

// TestValues changes one file of a tree at a time. An empty want is a fact that
// must not be determined.
func TestValues(t *testing.T) {
	const (
		cpuinfo = "proc/cpuinfo"
		release = "proc/sys/kernel/osrelease"
		vendor  = "sys/class/dmi/id/sys_vendor"
		product = "sys/class/dmi/id/product_name"
		arm     = "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"
	)
	for _, c := range []struct {
		name  string
		files map[string]string
		fact  string
		want  string
	}{
		{"flag settles bare metal", map[string]string{vendor: "Amazon EC2", product: "m5.metal"}, record.FactHypervisor, "none"},
		{"DMI names the hypervisor", map[string]string{cpuinfo: "flags\t: fpu hypervisor\n", vendor: "QEMU", product: "Standard PC"}, record.FactHypervisor, "QEMU Standard PC"},
		{"Xen", map[string]string{"sys/hypervisor/type": "xen\n"}, record.FactHypervisor, "xen"},
		{"ARM in QEMU", map[string]string{cpuinfo: arm, vendor: "QEMU", product: "QEMU Virtual Machine"}, record.FactHypervisor, "QEMU QEMU Virtual Machine"},
		{"ARM in a cloud", map[string]string{cpuinfo: arm, vendor: "Amazon EC2", product: "m7g.metal"}, record.FactHypervisor, ""},
		{"WSL1", map[string]string{release: "4.4.0-19041-Microsoft\n"}, record.FactWSL, "WSL1"},
		{"WSL2 of 2019", map[string]string{release: "4.19.104-microsoft-standard\n"}, record.FactWSL, "WSL2"},
		{"WSL2 with another kernel", map[string]string{"proc/sys/fs/binfmt_misc/WSLInterop": "enabled\n"}, record.FactWSL, "WSL2 (custom kernel)"},
		{"no WSL", nil, record.FactWSL, "no"},
		{"no container", nil, record.FactContainer, "no sign"},
		{"podman", map[string]string{"run/.containerenv": "engine=\"podman-4.3.1\"\nname=\"box\"\n"}, record.FactContainer, "podman-4.3.1 (/run/.containerenv)"},
		{"podman, unprivileged", map[string]string{"run/.containerenv": ""}, record.FactContainer, "podman, CRI-O or Buildah (/run/.containerenv)"},
		{"LXC", map[string]string{"proc/1/environ": "PATH=/bin\x00container=lxc\x00", "proc/1/cgroup": "0::/lxc.payload.box\n"}, record.FactContainer, "lxc (environment of process 1), lxc (/proc/1/cgroup)"},
		{"kubelet", map[string]string{"proc/1/cgroup": "0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-1.scope\n"}, record.FactContainer, "kubernetes (/proc/1/cgroup)"},
		{"boost off", map[string]string{"sys/devices/system/cpu/cpufreq/boost": "0\n"}, record.FactBoost, "off"},
		{"boost unclear", map[string]string{"sys/devices/system/cpu/cpufreq/boost": "?\n"}, record.FactBoost, ""},
		{"two nodes", map[string]string{"sys/devices/system/node/online": "0-1\n"}, record.FactNUMA, "2"},
		{"no list", map[string]string{"sys/devices/system/node/online": "\n"}, record.FactNUMA, ""},
		{"ASLR off", map[string]string{"proc/sys/kernel/randomize_va_space": "0\n"}, record.FactASLR, "0 (off)"},
		{"ASLR unknown", map[string]string{"proc/sys/kernel/randomize_va_space": "3\n"}, record.FactASLR, ""},
		{"huge pages unclear", map[string]string{"sys/kernel/mm/transparent_hugepage/enabled": "always\n"}, record.FactTHP, ""},
		{"mounted over", map[string]string{"proc/self/mountinfo": "1 0 8:1 / / rw - ext4 a rw\n2 1 8:2 / /srv rw - xfs b rw\n3 1 8:3 / /srv rw - zfs c rw\n4 1 8:4 / /srv/mod rw - tmpfs d rw\n"}, record.FactDirectory, "zfs at /srv"},
		{"no mount", map[string]string{"proc/self/mountinfo": "2 1 8:2 / /home rw - xfs b rw\n"}, record.FactDirectory, ""},
		{"swap from nowhere", map[string]string{"proc/meminfo": "SwapTotal: 1 kB\nSwapFree: 2 kB\n"}, record.FactSwap, ""},
		{"no swap lines", map[string]string{"proc/meminfo": "MemTotal: 1 kB\n"}, record.FactSwap, ""},
		{"never ran", map[string]string{"proc/stat": "cpu 0 0 0 0 0 0 0 0 0 0\n"}, record.FactSteal, ""},
		{"no name", map[string]string{cpuinfo: "processor\t: 0\n"}, record.FactCPUModel, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := make(fstest.MapFS)
			for name, text := range c.files {
				changes[name] = &fstest.MapFile{Data: []byte(text)}
			}
			root := machinetest.Root(t, "bare-metal-amd", changes)
			f := machine.Read(root, machine.Options{GOOS: "linux", GOARCH: "arm64", Dir: "/srv/module"}).Fact(c.fact)
			if f.Value != c.want || (f.Status == record.Measured) != (c.want != "") || (f.Why == "") != (c.want != "") {
				t.Errorf("got %+v, want %q", f, c.want)
			}
		})
	}
}
