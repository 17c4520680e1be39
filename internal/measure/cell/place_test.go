package cell

import (
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tare/internal/read/cgroupfs"
)

// node is one group of a fake v2 tree.
type node struct {
	controllers, enabled, procs, cpuMax, memoryMax, cpus string
}

// fakeV2 is a machine with v2 only on which the process is in the group own.
func fakeV2(own string, nodes map[string]node) fstest.MapFS {
	m := fstest.MapFS{
		"proc/self/cgroup":    {Data: []byte("0::" + own + "\n")},
		"proc/self/mountinfo": {Data: []byte("1 0 0:1 / /cg rw - cgroup2 none rw\n")},
	}
	for dir, n := range nodes {
		files := map[string]string{
			"cgroup.procs": n.procs, "cgroup.controllers": n.controllers, "cgroup.subtree_control": n.enabled,
			"cpuset.cpus.effective": n.cpus, "cpu.max": n.cpuMax, "memory.max": n.memoryMax, "cgroup.type": "domain",
		}
		for name, content := range files {
			optional := name == "cpu.max" || name == "memory.max" || name == "cpuset.cpus.effective"
			if dir == "/" && name == "cgroup.type" || optional && content == "" {
				continue
			}
			m[path.Join("cg", dir, name)] = &fstest.MapFile{Data: []byte(content)}
		}
	}
	return m
}

func TestPlacesV2(t *testing.T) {
	root := node{controllers: "cpu memory pids", procs: "1\n"}
	between := node{controllers: "cpu memory pids"}
	busy := node{controllers: "cpu memory pids", procs: "7\n"}
	limited := busy
	limited.cpuMax = "50000 100000"
	unclear := busy
	unclear.memoryMax = "nonsense"
	pinnedRoot, pinned := root, busy
	pinnedRoot.cpus, pinned.cpus = "0-3", "0-1"
	for _, c := range []struct {
		name     string
		own      string
		nodes    map[string]node
		required string
		want     string // places
		refused  string // part of the refusals
	}{
		{"root itself", "/", map[string]node{"/": root}, "cpu", "cg[cpu pids]", ""},
		{"nothing required", "/s", map[string]node{"/": root, "/s": busy}, "", "cg/s[] cg[pids]", ""},
		{"climbs", "/s/t", map[string]node{"/": root, "/s": between, "/s/t": busy}, "cpu", "cg/s[cpu pids] cg[cpu pids]", "/cg/s/t holds processes"},
		{"stays below a quota", "/s/t", map[string]node{"/": root, "/s": between, "/s/t": limited}, "cpu", "", "escape its CPU quota"},
		{"quota further up", "/s/t", map[string]node{"/": root, "/s": limited, "/s/t": busy}, "cpu", "", "above /cg/s cells would escape"},
		{"nests below its own quota", "/s", map[string]node{"/": root, "/s": limited}, "", "cg/s[]", "escape its CPU quota"},
		{"unreadable limit", "/s", map[string]node{"/": root, "/s": unclear}, "cpu", "", "memory limit, if it has one"},
		{"smaller CPU set", "/s", map[string]node{"/": pinnedRoot, "/s": pinned}, "cpu", "", "escape its CPU set"},
		{"inside a trial", "/tare-1-2-3-4", map[string]node{"/": root, "/tare-1-2-3-4": busy}, "cpu", "", "would outlive it"},
		{"not delegated", "/s", map[string]node{"/": {controllers: "pids"}, "/s": {controllers: "pids"}}, "cpu", "", "was not given the cpu controller"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := fakeV2(c.own, c.nodes)
			topology, err := cgroupfs.Read(fsys)
			if err != nil {
				t.Fatal(err)
			}
			places, refused := placesV2(fsys, topology[0], strings.Fields(c.required), []string{"pids"})
			if got := showPlaces(places); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if all := strings.Join(refused, "; "); !strings.Contains(all, c.refused) || all != "" && c.refused == "" {
				t.Errorf("refused %q, want %q", all, c.refused)
			}
		})
	}
}

func showPlaces(places []place) string {
	var s []string
	for _, p := range places {
		s = append(s, p.dir+"["+strings.Join(p.controllers, " ")+"]")
	}
	return strings.Join(s, " ")
}

func TestPlacesV1(t *testing.T) {
	topology := cgroupfs.Topology{
		{Version: 1, Controllers: []string{"cpu", "cpuacct"}, Own: "cg/cpu/me", Mount: "cg/cpu"},
		{Version: 1, Controllers: []string{"pids"}, Own: "cg/pids", Mount: "cg/pids", ReadOnly: true},
		{Version: 1, Controllers: []string{"memory"}, Why: "out of sight"},
		{Version: 1, Controllers: []string{"blkio"}, Own: "cg/blkio", Mount: "cg/blkio"},
		{Version: 2, Controllers: []string{"cpu"}, Own: "cg/unified", Mount: "cg/unified"},
	}
	places, refused := placesV1(fstest.MapFS{}, topology, []string{"cpu", "pids", "memory"})
	if got := showPlaces(places); got != "cg/cpu/me[cpu cpuacct]" {
		t.Errorf("got %q", got)
	}
	if want := []string{"/cg/pids is mounted read-only", "memory: out of sight"}; !slices.Equal(refused, want) {
		t.Errorf("refused %q", refused)
	}
}

func TestShield(t *testing.T) {
	v2 := node{controllers: "cpu cpuset memory pids", enabled: "cpu cpuset pids", procs: "1\n"}
	own := node{controllers: "cpu pids", procs: "7\n"}
	limited := own
	limited.memoryMax = "1000"
	for _, c := range []struct {
		name    string
		own     node
		want    string
		refused string
	}{
		{"v2", own, "cg/tare.shield[cpu cpuset pids]", ""},
		{"v2 below a limit", limited, "", "escape the limits of /cg/s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := fakeV2("/s", map[string]node{"/": v2, "/s": c.own, "/" + shieldName: {controllers: "cpu cpuset pids"}})
			fsys["cg/tare.shield/cpuset.cpus"] = &fstest.MapFile{Data: []byte("2-3\n")}
			fsys["cg/tare.shield/cpuset.cpus.partition"] = &fstest.MapFile{Data: []byte("root\n")}
			topology, err := cgroupfs.Read(fsys)
			if err != nil {
				t.Fatal(err)
			}
			places, refused := placesV2(fsys, topology[0], []string{"cpu"}, []string{"cpuset", "pids"})
			if len(places) > 1 || c.want == "" {
				places = places[:min(len(places), 1)]
			}
			if got := showPlaces(places); c.want != "" && (got != c.want || !places[0].shielded) || c.want == "" && strings.Contains(got, shieldName) {
				t.Errorf("got %q", got)
			}
			if all := strings.Join(refused, "; "); !strings.Contains(all, c.refused) {
				t.Errorf("refused %q", all)
			}
			if got := Shielded(fsys); got != "2-3" {
				t.Errorf("shielded are %q", got)
			}
		})
	}
	t.Run("v1", func(t *testing.T) {
		fsys := fstest.MapFS{"cg/cpuset/tare.shield/cgroup.procs": {}, "cg/cpuset/tare.system/cpuset.cpus": {Data: []byte("0-1\n")}}
		topology := cgroupfs.Topology{
			{Version: 1, Controllers: []string{"cpu"}, Own: "cg/cpu/me", Mount: "cg/cpu"},
			{Version: 1, Controllers: []string{"cpuset"}, Own: "cg/cpuset/tare.system", Mount: "cg/cpuset"},
		}
		places, _ := placesV1(fsys, topology, []string{"cpu", "cpuset"})
		if got := showPlaces(places); got != "cg/cpu/me[cpu] cg/cpuset/tare.shield[cpuset]" || places[0].shielded || !places[1].shielded {
			t.Errorf("got %q", got)
		}
	})
	if got := Shielded(fstest.MapFS{}); got != "" {
		t.Errorf("without cgroups: shielded are %q", got)
	}
}

// TestNoShield: a group that a killed tare has left, or whose partition the
// kernel turned down, keeps nobody away from its CPUs.
func TestNoShield(t *testing.T) {
	for _, kind := range []string{"member", "root invalid (Cpu list in cpuset.cpus not exclusive)"} {
		fsys := fakeV2("/s", map[string]node{"/": {}, "/s": {}, "/" + shieldName: {controllers: "cpuset"}})
		fsys["cg/tare.shield/cpuset.cpus"] = &fstest.MapFile{Data: []byte("2-3\n")}
		fsys["cg/tare.shield/cpuset.cpus.partition"] = &fstest.MapFile{Data: []byte(kind + "\n")}
		if got := Shielded(fsys); got != "" {
			t.Errorf("%s: shielded are %q", kind, got)
		}
	}
}
