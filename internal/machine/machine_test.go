package machine

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"tare/internal/record"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// trees holds the options that belong to each root in testdata.
var trees = map[string]Options{
	"bare-metal-intel": {GOARCH: "amd64", Affinity: 8, Dir: "/home/user/module"},
	"bare-metal-amd":   {GOARCH: "amd64", Affinity: 16, Dir: "/srv/module"},
	"kvm-guest":        {GOARCH: "amd64", Affinity: 2, Dir: "/srv/module"},
	"wsl2":             {GOARCH: "amd64", Affinity: 12, Dir: "/mnt/c/Users/user/module"},
	"docker":           {GOARCH: "amd64", Affinity: 4, Dir: "/src tree/module"},
	"raspberry-pi":     {GOARCH: "arm64", Affinity: 4, Dir: "/home/user/module"},
	"empty":            {GOARCH: "amd64", Affinity: 4, Dir: "/srv/module"},
}

func TestTrees(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != len(trees) {
		t.Fatalf("%d roots in testdata (%v), %d with options", len(files), err, len(trees))
	}
	for name, opts := range trees {
		t.Run(name, func(t *testing.T) {
			opts.GOOS = "linux"
			got := render(Read(tree(t, name), opts))
			golden := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v; run go test -update", err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// tree returns the root that a txtar file in testdata holds. A name that ends in
// a slash is an empty directory.
func tree(t *testing.T, name string) fstest.MapFS {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	root := make(fstest.MapFS)
	for _, f := range a.Files {
		if dir, ok := strings.CutSuffix(f.Name, "/"); ok {
			root[dir] = &fstest.MapFile{Mode: fs.ModeDir}
			continue
		}
		root[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return root
}

func render(m record.Machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s, kernel %q\n", m.GOOS, m.GOARCH, m.Kernel)
	fmt.Fprintf(&b, "%q, %d CPUs, %d usable\n\n", m.CPUModel, m.CPUs, m.Affinity)
	for _, f := range m.Facts {
		if f.Status == record.Measured {
			fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
			continue
		}
		status := string(f.Status)
		if f.Status == record.Undetermined {
			status = "undetermined"
		}
		fmt.Fprintf(&b, "%s: [%s] %s\n", f.Name, status, f.Why)
	}
	for _, f := range Findings(m) {
		fmt.Fprintf(&b, "\n%s %s\n  %s\n  %s\n  %s\n", f.Severity, f.ID, f.What, f.Evidence, f.Fix)
	}
	return b.String()
}

func TestEmptyRootPassesNothing(t *testing.T) {
	m := Read(fstest.MapFS{}, Options{GOOS: "linux"})
	if m.CPUModel != "" || m.CPUs != 0 || m.Kernel != "" {
		t.Errorf("made up: %+v", m)
	}
	for _, f := range m.Facts {
		if f.Status == record.Measured || f.Value != "" || f.Why == "" {
			t.Errorf("%+v, want no value and a reason", f)
		}
	}
	findings := Findings(m)
	if len(findings) != 5 {
		t.Errorf("%d findings, want one for every check", len(findings))
	}
	for _, f := range findings {
		if f.Severity != info || !strings.HasSuffix(f.ID, "-unverified") {
			t.Errorf("%+v, want severity info and an ID that ends in -unverified", f)
		}
	}
}

func TestNotLinux(t *testing.T) {
	m := Read(nil, Options{GOOS: "darwin", GOARCH: "arm64", Affinity: 10})
	if m.GOOS != "darwin" || m.GOARCH != "arm64" || m.Affinity != 10 || m.CPUs != runtime.NumCPU() {
		t.Errorf("got %+v", m)
	}
	if len(m.Facts) != len(facts)+2 {
		t.Errorf("%d facts, want all of them, CPU model and kernel", len(m.Facts))
	}
	for _, f := range m.Facts {
		if f.Status != record.Unsupported || f.Why != "only read on Linux" {
			t.Errorf("got %+v", f)
		}
	}
	if f := Findings(m); len(f) != 1 || f[0].ID != "machine-unverified" {
		t.Errorf("findings %+v, want machine-unverified alone", f)
	}
}

// failing is a root in which opening some files fails.
type failing struct {
	fs.FS
	errs map[string]error
}

func (f failing) Open(name string) (fs.File, error) {
	if err := f.errs[name]; err != nil {
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
		{"proc/sys/kernel/perf_event_paranoid", syscall.EACCES, FactPerfParanoid,
			record.Fact{Status: record.Denied, Why: "/proc/sys/kernel/perf_event_paranoid: permission denied"}},
		{"proc/sys/kernel/perf_event_paranoid", fs.ErrNotExist, FactPerfParanoid,
			record.Fact{Status: record.Unsupported, Why: "/proc/sys/kernel/perf_event_paranoid: file does not exist"}},
		{"proc/sys/kernel/perf_event_paranoid", syscall.EIO, FactPerfParanoid,
			record.Fact{Status: record.Undetermined, Why: "/proc/sys/kernel/perf_event_paranoid: input/output error"}},
		{"proc/meminfo", syscall.EACCES, FactSwap,
			record.Fact{Status: record.Denied, Why: "/proc/meminfo: permission denied"}},
		{"sys/devices/system/cpu/online", syscall.EACCES, FactCPUs,
			record.Fact{Status: record.Denied, Why: "/sys/devices/system/cpu/online: permission denied"}},
		{policies + "0/scaling_governor", syscall.EACCES, FactGovernor,
			record.Fact{Status: record.Denied, Why: "/" + policies + "0/scaling_governor: permission denied"}},
		// A policy whose CPUs are all offline.
		{policies + "10/scaling_governor", syscall.EBUSY, FactGovernor,
			record.Fact{Status: record.Measured, Value: "performance"}},
	} {
		root := failing{tree(t, "bare-metal-amd"), map[string]error{c.file: c.err}}
		got := factOf(Read(root, Options{GOOS: "linux"}), c.fact)
		c.want.Name = c.fact
		if got != c.want {
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
		{"flag settles bare metal", map[string]string{vendor: "Amazon EC2", product: "m5.metal"}, FactHypervisor, "none"},
		{"DMI names the hypervisor", map[string]string{cpuinfo: "flags\t: fpu hypervisor\n", vendor: "QEMU", product: "Standard PC"}, FactHypervisor, "QEMU Standard PC"},
		{"Xen", map[string]string{"sys/hypervisor/type": "xen\n"}, FactHypervisor, "xen"},
		{"ARM in QEMU", map[string]string{cpuinfo: arm, vendor: "QEMU", product: "QEMU Virtual Machine"}, FactHypervisor, "QEMU QEMU Virtual Machine"},
		{"ARM in a cloud", map[string]string{cpuinfo: arm, vendor: "Amazon EC2", product: "m7g.metal"}, FactHypervisor, ""},
		{"WSL1", map[string]string{release: "4.4.0-19041-Microsoft\n"}, FactWSL, "WSL1"},
		{"WSL2 of 2019", map[string]string{release: "4.19.104-microsoft-standard\n"}, FactWSL, "WSL2"},
		{"WSL2 with another kernel", map[string]string{"proc/sys/fs/binfmt_misc/WSLInterop": "enabled\n"}, FactWSL, "WSL2 (custom kernel)"},
		{"no WSL", nil, FactWSL, "no"},
		{"no container", nil, FactContainer, "no sign"},
		{"podman", map[string]string{"run/.containerenv": "engine=\"podman-4.3.1\"\nname=\"box\"\n"}, FactContainer, "podman-4.3.1 (/run/.containerenv)"},
		{"podman, unprivileged", map[string]string{"run/.containerenv": ""}, FactContainer, "podman, CRI-O or Buildah (/run/.containerenv)"},
		{"LXC", map[string]string{"proc/1/environ": "PATH=/bin\x00container=lxc\x00", "proc/1/cgroup": "0::/lxc.payload.box\n"}, FactContainer, "lxc (environment of process 1), lxc (/proc/1/cgroup)"},
		{"kubelet", map[string]string{"proc/1/cgroup": "0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-1.scope\n"}, FactContainer, "kubernetes (/proc/1/cgroup)"},
		{"boost off", map[string]string{"sys/devices/system/cpu/cpufreq/boost": "0\n"}, FactBoost, "off"},
		{"boost unclear", map[string]string{"sys/devices/system/cpu/cpufreq/boost": "?\n"}, FactBoost, ""},
		{"two nodes", map[string]string{"sys/devices/system/node/online": "0-1\n"}, FactNUMA, "2"},
		{"no list", map[string]string{"sys/devices/system/node/online": "\n"}, FactNUMA, ""},
		{"ASLR off", map[string]string{"proc/sys/kernel/randomize_va_space": "0\n"}, FactASLR, "0 (off)"},
		{"ASLR unknown", map[string]string{"proc/sys/kernel/randomize_va_space": "3\n"}, FactASLR, ""},
		{"huge pages unclear", map[string]string{"sys/kernel/mm/transparent_hugepage/enabled": "always\n"}, FactTHP, ""},
		{"mounted over", map[string]string{"proc/self/mountinfo": "1 0 8:1 / / rw - ext4 a rw\n2 1 8:2 / /srv rw - xfs b rw\n3 1 8:3 / /srv rw - zfs c rw\n4 1 8:4 / /srv/mod rw - tmpfs d rw\n"}, FactDirectory, "zfs at /srv"},
		{"no mount", map[string]string{"proc/self/mountinfo": "2 1 8:2 / /home rw - xfs b rw\n"}, FactDirectory, ""},
		{"swap from nowhere", map[string]string{"proc/meminfo": "SwapTotal: 1 kB\nSwapFree: 2 kB\n"}, FactSwap, ""},
		{"no swap lines", map[string]string{"proc/meminfo": "MemTotal: 1 kB\n"}, FactSwap, ""},
		{"never ran", map[string]string{"proc/stat": "cpu 0 0 0 0 0 0 0 0 0 0\n"}, FactSteal, ""},
		{"no name", map[string]string{cpuinfo: "processor\t: 0\n"}, FactCPUModel, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, "bare-metal-amd")
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			f := factOf(Read(root, Options{GOOS: "linux", GOARCH: "arm64", Dir: "/srv/module"}), c.fact)
			if f.Value != c.want || (f.Status == record.Measured) != (c.want != "") || (f.Why == "") != (c.want != "") {
				t.Errorf("got %+v, want %q", f, c.want)
			}
		})
	}
}

// TestThisMachine reads the real files, whose size the kernel gives as 0.
func TestThisMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is read")
	}
	m := Read(os.DirFS("/"), Options{Affinity: runtime.NumCPU(), Dir: "/"})
	if m.CPUs == 0 || m.Kernel == "" {
		t.Errorf("got %d CPUs and kernel %q", m.CPUs, m.Kernel)
	}
	checkFacts(t, m)
}

// checkFacts checks that every fact has either a value or a reason.
func checkFacts(t *testing.T, m record.Machine) {
	t.Helper()
	for _, f := range m.Facts {
		measured := f.Status == record.Measured
		if measured != (f.Value != "") || measured == (f.Why != "") {
			t.Errorf("%+v has not either a value or a reason", f)
		}
	}
}

// FuzzRead replaces one file of a tree.
func FuzzRead(f *testing.F) {
	a, err := txtar.ParseFile("testdata/docker.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range a.Files {
		f.Add(file.Name, file.Data)
	}
	f.Add("run/.containerenv", []byte("engine="))
	f.Add("proc/1/environ", []byte("container=oci\x00"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if !fs.ValidPath(name) {
			t.Skip()
		}
		root := tree(t, "docker")
		root[name] = &fstest.MapFile{Data: data}
		m := Read(root, Options{GOOS: "linux", Dir: "/src tree"})
		checkFacts(t, m)
		for _, f := range Findings(m) {
			if f.ID == "" || f.Severity == "" || f.What == "" || f.Evidence == "" || f.Fix == "" {
				t.Errorf("incomplete finding %+v", f)
			}
		}
	})
}

func TestKubernetesHost(t *testing.T) {
	m := Read(tree(t, "kvm-guest"), Options{GOOS: "linux", KubernetesHost: "10.0.0.1"})
	const want = "docker (/.dockerenv), kubernetes (KUBERNETES_SERVICE_HOST)"
	if got := factOf(m, FactContainer).Value; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// with returns m with another value of one fact.
func with(m record.Machine, name, value string) record.Machine {
	m.Facts = slices.Clone(m.Facts)
	i := slices.IndexFunc(m.Facts, func(f record.Fact) bool { return f.Name == name })
	m.Facts[i] = record.Fact{Name: name, Value: value, Status: record.Measured}
	return m
}

// TestFindings changes one fact of a machine without findings at a time.
func TestFindings(t *testing.T) {
	opts := trees["bare-metal-amd"]
	opts.GOOS = "linux"
	quiet := with(Read(tree(t, "bare-metal-amd"), opts), FactGovernor, "performance")
	for _, c := range []struct{ fact, value, want string }{
		{FactGovernor, "performance", ""},
		{FactGovernor, "performance ×15, powersave", "warning governor-not-performance"},
		{FactLoad, "8.00 0.00 0.00", ""},
		{FactLoad, "8.10 0.00 0.00", "warning load-high"},
		{FactLoad, "16.10 0.00 0.00", "serious load-high"},
		{FactLoad, "no number", "info load-unverified"},
		{FactHypervisor, "kvm", "info steal-unverified"},
		{FactSwap, "4.000KiB of 8.000GiB", "warning swap-in-use"},
		{FactSteal, "9 of 10 busy ticks since boot", ""}, // no hypervisor
		{FactWSL, "WSL2", ""},                            // on xfs
	} {
		var got []string
		for _, f := range Findings(with(quiet, c.fact, c.value)) {
			got = append(got, f.Severity+" "+f.ID)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s %q: got %q, want %q", c.fact, c.value, got, c.want)
		}
	}
}

func TestStealSeverity(t *testing.T) {
	for value, want := range map[string]string{
		"0 of 1000 busy ticks since boot":  "info steal-unverified",
		"9 of 1000 busy ticks since boot":  "info hypervisor-steal",
		"10 of 1000 busy ticks since boot": "warning hypervisor-steal",
		"50 of 1000 busy ticks since boot": "serious hypervisor-steal",
	} {
		f, ok := checkSteal(record.Machine{Facts: []record.Fact{
			{Name: FactHypervisor, Value: "kvm", Status: record.Measured},
			{Name: FactSteal, Value: value, Status: record.Measured},
		}})
		if got := f.Severity + " " + f.ID; !ok || got != want {
			t.Errorf("%s: got %q, want %q", value, got, want)
		}
	}
}
