package cell

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"slices"
	"testing"

	"tare/internal/read/cgroupfs"
	"tare/internal/test/vmtest"
)

// TestBehindShield starts a process in a shield that tare itself is not in.
func TestBehindShield(t *testing.T) {
	makeShield(t, "0")
	if got := Shielded(os.DirFS("/")); got != "0" {
		t.Fatalf("shielded are %q", got)
	}
	l := Limits{CPUs: "0"}
	s := open(t, "as it is", l)
	if !s.shielded() {
		t.Fatalf("cells at %s are not behind the shield", s.Parent())
	}
	var stdout bytes.Buffer
	tr := start(t, s, l, "facts", func(spec *Spec) { spec.Stdout = &stdout })
	if r := tr.wait(t, t.Context()); r.Status != 0 {
		t.Fatalf("got %+v", r)
	}
	var f facts
	if err := json.Unmarshal(stdout.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.CPUs, []int{0}) || !bytes.Contains([]byte(f.Cgroups), []byte("/"+shieldName+"/")) {
		t.Errorf("the process has %+v", f)
	}
}

// makeShield makes a shield with the CPUs until the test ends: a child cpuset of
// v1, or in the virtual machine, where the root group may be changed, a partition
// of v2.
func makeShield(t *testing.T, cpus string) {
	topology, err := cgroupfs.Read(os.DirFS("/"))
	if err != nil {
		t.Skip(err)
	}
	h, ok := topology.Find("cpuset")
	if !ok || h.ReadOnly || h.Version == 2 && !vmtest.Inside() {
		t.Skip("no cpuset hierarchy that may be changed")
	}
	root := group("/" + h.Mount)
	settings := map[string][]setting{
		shieldName:    {{file: "cpuset.mems"}, {file: "cpuset.cpus", value: cpus}},
		"tare.system": {{file: "cpuset.mems"}, {file: "cpuset.cpus"}},
	}
	if h.Version == 2 {
		if err := root.write("cgroup.subtree_control", "+cpuset +cpu +pids"); err != nil {
			t.Fatal(err)
		}
		settings = map[string][]setting{shieldName: {{file: "cpuset.cpus", value: cpus}, {file: "cpuset.cpus.partition", value: "root"}}}
	}
	for name, s := range settings {
		g := group(path.Join(string(root), name))
		if err := os.Mkdir(string(g), 0o755); err != nil {
			t.Skip(err) // not root, or this machine is shielded
		}
		t.Cleanup(func() {
			if err := g.remove(); err != nil {
				t.Error(err)
			}
		})
		if err := g.apply(s); err != nil {
			t.Fatal(err)
		}
	}
}
