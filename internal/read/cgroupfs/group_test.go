package cgroupfs

import (
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"tare/internal/record"
)

// tree returns a root with files; those below a group are named by its path.
func tree(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, content := range files {
		root[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return root
}

// TestMissing keeps the ways of not having a limit apart.
func TestMissing(t *testing.T) {
	h := Hierarchy{Version: 2}
	for _, c := range []struct {
		content string
		exists  bool
		status  record.Status
		set     bool
	}{
		{"", false, record.Unsupported, false},
		{"nonsense", true, record.Undetermined, false},
		{"50000 0\n", true, record.Undetermined, false},
		{"max 100000\n", true, record.Measured, false},
		{"50000 100000\n", true, record.Measured, true},
	} {
		files := map[string]string{"g/cgroup.procs": ""}
		if c.exists {
			files["g/cpu.max"] = c.content
		}
		g := h.Group(tree(files), "g")
		if g.CPU.Status != c.status || g.CPU.Set() != c.set || (g.CPU.Why == "") != (c.status == record.Measured) {
			t.Errorf("cpu.max %q: %+v", c.content, g.CPU)
		}
	}
}

// v1 has one hierarchy for everything.
var v1 = Hierarchy{Version: 1, Controllers: []string{"cpu", "cpuset", "memory"}}

func TestV1Group(t *testing.T) {
	const quota, period = "g/cpu.cfs_quota_us", "g/cpu.cfs_period_us"
	for _, c := range []struct {
		files map[string]string
		want  string // status and value
	}{
		{map[string]string{quota: "-1\n", period: "100000\n"}, "none"},
		{map[string]string{quota: "250000\n", period: "100000\n"}, "2.5"},
		{map[string]string{quota: "250000\n"}, "-"},
		{map[string]string{quota: "x\n", period: "100000\n"}, ""},
		{map[string]string{quota: "1\n", period: "0\n"}, ""},
	} {
		if got := show(v1.Group(tree(c.files), "g").CPU); got != c.want {
			t.Errorf("%v: got %q, want %q", c.files, got, c.want)
		}
	}
}

// TestOtherHierarchies: what v1 has in another hierarchy is no missing file.
func TestOtherHierarchies(t *testing.T) {
	g := Hierarchy{Version: 1, Controllers: []string{"pids"}}.Group(tree(map[string]string{"g/cpu.shares": "7"}), "g")
	for controller, got := range map[string]record.Reading{"cpu": g.CPU.Reading, "memory": g.Swap.Reading,
		"cpuset": {Status: g.CPUSet.Status, Why: g.CPUSet.Why}} {
		if want := record.Missing(record.Unsupported, "its hierarchy has no "+controller+" controller"); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if g.Weight.OK() {
		t.Errorf("weight %+v", g.Weight)
	}
}

func TestSwapAlone(t *testing.T) {
	const unset = "9223372036854771712\n"
	for _, c := range []struct{ memory, both, want string }{
		{"4096\n", "12288\n", "8192"},
		{"4096\n", "4096\n", "0"},
		{"4096\n", unset, "none"},
		{unset, unset, "none"},
		{"4096\n", "", "-"}, // swapaccount=0
		{"", "4096\n", "-"},
		{unset, "4096\n", ""},
		{"4096\n", "x\n", ""},
	} {
		files := map[string]string{}
		for name, content := range map[string]string{"limit_in_bytes": c.memory, "memsw.limit_in_bytes": c.both} {
			if content != "" {
				files["g/memory."+name] = content
			}
		}
		if got := show(v1.Group(tree(files), "g").Swap); got != c.want {
			t.Errorf("memory %q, with swap %q: got %q, want %q", c.memory, c.both, got, c.want)
		}
	}
}

func TestCPUSet(t *testing.T) {
	const effective, asked = "g/cpuset.effective_cpus", "g/cpuset.cpus"
	for _, c := range []struct {
		files  map[string]string
		value  string
		number float64
		status record.Status
	}{
		{map[string]string{effective: "0-3,8\n", asked: "0-15\n"}, "0-3,8", 5, record.Measured},
		{map[string]string{asked: "1\n"}, "1", 1, record.Measured},
		{map[string]string{asked: "\n"}, "", 0, record.Undetermined},
		{map[string]string{effective: "3-1\n", asked: "1\n"}, "", 0, record.Undetermined},
		{map[string]string{"g/cgroup.procs": ""}, "", 0, record.Unsupported},
	} {
		f := v1.Group(tree(c.files), "g").CPUSet
		if f.Value != c.value || f.Number != c.number || f.Status != c.status || (f.Why == "") != f.OK() {
			t.Errorf("%v: got %+v", c.files, f)
		}
	}
}

// TestRealRoot needs a sign to take a group for the root of everything.
func TestRealRoot(t *testing.T) {
	for _, c := range []struct {
		version int
		files   string
		want    bool
	}{
		{1, "cgroup.procs release_agent", true},
		{1, "cgroup.procs", false},
		{2, "cgroup.procs cgroup.controllers", true},
		{2, "cgroup.procs cgroup.type", false},
		{2, "cgroup.procs cgroup.events", false}, // before Linux 4.14
		{2, "", false},
	} {
		files := map[string]string{}
		for name := range strings.FieldsSeq(c.files) {
			files[path.Join("g", name)] = ""
		}
		if got := (Hierarchy{Version: c.version}).Group(tree(files), "g").Root; got != c.want {
			t.Errorf("v%d with %q: got %v", c.version, c.files, got)
		}
	}
}
