package machine_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"tare/internal/machine"
	"tare/internal/record"
)

// rootOf returns a root with these files.
func rootOf(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

// readOne reads a root with some files and returns one fact. A fact without a
// value must have a reason, and no number.
func readOne(t *testing.T, files map[string]string, name string) record.Fact {
	t.Helper()
	m := machine.Read(rootOf(files), machine.Options{GOOS: "linux", GOARCH: "amd64"})
	f := m.Fact(name)
	if f.OK() != (f.Value != "") || f.OK() == (f.Why != "") || !f.OK() && f.Number != 0 {
		t.Errorf("%v: %+v has not either a value or a reason", files, f)
	}
	return f
}

const (
	memberships = "proc/self/cgroup"
	mountinfo   = "proc/self/mountinfo"
	mountedV2   = "1 0 0:1 / /cg rw - cgroup2 none rw\n"
	mountedCPU  = "2 0 0:2 / /cpu rw - cgroup none rw,cpu,cpuacct\n"
)

func TestCgroupVersions(t *testing.T) {
	for text, want := range map[string]string{
		"0::/\n": "v2",
		"4:cpu,cpuacct:/\n3:cpuset:/\n1:name=systemd:/\n": "v1",
		"4:memory:/\n3:cpu:/\n0::/\n":                     "hybrid (v1 controllers: cpu, memory)",
		"4:memory:/\n3:cpu:/\n2:cpuset:/\n0::/\n":         "v1",
		"1:name=systemd:/\n0::/\n":                        "v2",
		"1:name=systemd:/\n":                              "none",
	} {
		if f := readOne(t, map[string]string{memberships: text, mountinfo: ""}, record.FactCgroups); f.Value != want {
			t.Errorf("%q: got %+v, want %q", text, f, want)
		}
	}
	for name, files := range map[string]map[string]string{
		"no control groups": {mountinfo: ""},
		"nonsense":          {memberships: "x\n", mountinfo: ""},
	} {
		if f := readOne(t, files, record.FactCgroups); f.OK() {
			t.Errorf("%s: got %+v", name, f)
		}
	}
}

// TestLeafQuota looks where the Go runtime does.
func TestLeafQuota(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
		cpus  float64
	}{
		{"v2", map[string]string{memberships: "0::/a\n", mountinfo: mountedV2, "cg/a/cgroup.procs": "", "cg/a/cpu.max": "150000 100000\n"}, "1.5 CPUs", 1.5},
		{"v2 without a quota", map[string]string{memberships: "0::/\n", mountinfo: mountedV2, "cg/cgroup.procs": "", "cg/cpu.max": "max 100000\n"}, "none", 0},
		{"tighter ancestor", map[string]string{memberships: "0::/a\n", mountinfo: mountedV2, "cg/cgroup.procs": "", "cg/cpu.max": "50000 100000\n", "cg/a/cgroup.procs": "", "cg/a/cpu.max": "max 100000\n"}, "none", 0},
		{"no cpu controller", map[string]string{memberships: "0::/\n", mountinfo: mountedV2, "cg/cgroup.procs": ""}, "none", 0},
		{"v1 comes first", map[string]string{memberships: "0::/\n2:cpu,cpuacct:/\n", mountinfo: mountedV2 + mountedCPU, "cg/cgroup.procs": "", "cg/cpu.max": "50000 100000\n",
			"cpu/cgroup.procs": "", "cpu/cpu.cfs_quota_us": "400000\n", "cpu/cpu.cfs_period_us": "100000\n"}, "4 CPUs", 4},
		{"no cpu hierarchy", map[string]string{memberships: "3:memory:/\n", mountinfo: ""}, "none", 0},
		{"out of sight", map[string]string{memberships: "0::/\n", mountinfo: ""}, "", 0},
		{"nonsense", map[string]string{memberships: "0::/\n", mountinfo: mountedV2, "cg/cgroup.procs": "", "cg/cpu.max": "1\n"}, "", 0},
	} {
		if f := readOne(t, c.files, record.FactLeafQuota); f.Value != c.want || f.Number != c.cpus {
			t.Errorf("%s: got %+v, want %q", c.name, f, c.want)
		}
	}
}

// TestControlGroups finds a quota of an ancestor that is tighter than the own
// group's, and sees that what is above a cgroup namespace is not known.
func TestControlGroups(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"nested", map[string]string{memberships: "0::/a\n", mountinfo: mountedV2,
			"cg/cgroup.procs": "", "cg/cgroup.controllers": "cpu",
			"cg/a/cgroup.procs": "", "cg/a/cgroup.type": "domain", "cg/a/cpu.max": "50000 100000\n"},
			[]string{"/cg/a own=true root=false 0.5", "/cg own=false root=true 0"}},
		{"namespace", map[string]string{memberships: "0::/\n", mountinfo: mountedV2,
			"cg/cgroup.procs": "", "cg/cgroup.type": "domain", "cg/cpu.max": "max 100000\n"},
			[]string{"/cg own=true root=false 0"}},
		{"no control groups", map[string]string{mountinfo: ""}, nil},
	} {
		var got []string
		for _, g := range machine.Read(rootOf(c.files), machine.Options{GOOS: "linux"}).Cgroups {
			got = append(got, fmt.Sprintf("%s own=%v root=%v %v", g.Dir, g.Own, g.Root, g.CPU.Value))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
