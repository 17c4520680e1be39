package cgroupfs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tare/internal/record"
)

const mountedV2 = "1 0 0:1 / /cg rw - cgroup2 none rw\n"

// TestControlGroups writes what was found as "version dir quota", with * for the
// own group and / for the real root. Where nothing can be seen the signs are
// those of the quota and of the memory limit: ? when there may be one, else -.
func TestControlGroups(t *testing.T) {
	const period = " 100000\n"
	for _, c := range []struct {
		name            string
		cgroups, mounts string
		files           map[string]string
		want            []string
		controllers     string // of the first
	}{
		{"tighter ancestor", "0::/pod/box\n", mountedV2, map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.controllers": "cpuset cpu memory",
			"cg/pod/cgroup.type": "domain", "cg/pod/cpu.max": "100000" + period,
			"cg/pod/box/cgroup.procs": "", "cg/pod/box/cgroup.type": "domain", "cg/pod/box/cpu.max": "400000" + period, "cg/pod/box/cgroup.controllers": "cpu",
		}, []string{"2 /cg/pod/box* 4", "2 /cg/pod 1", "2 /cg/ -"}, "[cpuset cpu memory]"},
		{"cgroup namespace", "0::/\n", mountedV2, map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.type": "domain", "cg/cgroup.controllers": "cpu", "cg/cpu.max": "max" + period,
		}, []string{"2 /cg* none"}, "[cpu]"},
		{"no controller in sight, which says nothing of what is above", "0::/\n", mountedV2, map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.type": "domain", "cg/cgroup.controllers": "pids",
		}, []string{"2 /cg* -"}, "[pids]"},
		{"a real root without these controllers", "0::/\n", mountedV2, map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.controllers": "pids",
		}, nil, ""},
		{"everything on v1", "3:cpu,cpuacct:/\n2:memory:/\n1:cpuset:/\n0::/\n", mountedV2 + "2 0 0:2 / /v1/cpu rw - cgroup none rw,cpu,cpuacct\n", map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.controllers": "pids",
			"v1/cpu/cgroup.procs": "", "v1/cpu/release_agent": "", "v1/cpu/cpu.cfs_quota_us": "-1\n", "v1/cpu/cpu.cfs_period_us": "100000\n",
		}, []string{"1 /v1/cpu*/ none", "1 * -?", "1 * --"}, "[cpu cpuacct]"},
		{"memory on v1, the rest on v2", "2:memory:/\n0::/a\n", mountedV2, map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.controllers": "cpuset cpu", "cg/a/cgroup.procs": "", "cg/a/cgroup.type": "domain", "cg/a/cpu.max": "50000" + period,
		}, []string{"1 * -?", "2 /cg/a* 0.5", "2 /cg/ -"}, "[memory]"},
		{"a mount of the own part only", "0::/pod/box\n", "1 0 0:1 /pod/box /cg rw - cgroup2 none rw\n", map[string]string{
			"cg/cgroup.procs": "", "cg/cgroup.type": "domain", "cg/cgroup.controllers": "cpu", "cg/cpu.max": "50000" + period,
		}, []string{"2 /cg* 0.5"}, "[cpu]"},
		{"v2 not mounted", "0::/\n", "", nil, []string{"2 * ??"}, "[]"},
		{"outside of the namespace", "0::/../box\n", mountedV2, map[string]string{"cg/cgroup.procs": ""}, []string{"2 * ??"}, "[]"},
		{"nothing that limits", "4:pids:/\n1:name=systemd:/\n", "", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(c.files)
			root["proc/self/cgroup"] = &fstest.MapFile{Data: []byte(c.cgroups)}
			root["proc/self/mountinfo"] = &fstest.MapFile{Data: []byte(c.mounts)}
			topology, err := Read(root)
			if err != nil {
				t.Fatal(err)
			}
			groups := topology.ControlGroups(root)
			var got []string
			for _, g := range groups {
				got = append(got, summary(t, g))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if len(groups) > 0 && fmt.Sprint(groups[0].Controllers) != c.controllers {
				t.Errorf("controllers %v, want %s", groups[0].Controllers, c.controllers)
			}
		})
	}
}

func summary(t *testing.T, g record.ControlGroup) string {
	t.Helper()
	var marks strings.Builder
	if g.Own {
		marks.WriteByte('*')
	}
	if g.Root {
		marks.WriteByte('/')
	}
	quota := show(g.CPU)
	if g.Dir == "" {
		quota = question(t, g.CPU, g.Burst.Reading, g.Weight, g.Periods, g.Throttled, g.ThrottledTime) +
			question(t, g.Memory, g.Swap.Reading)
	}
	return fmt.Sprintf("%d %s%s %s", g.Version, g.Dir, &marks, quota)
}

// question returns how readings are missing, which is the same for all.
func question(t *testing.T, first record.Limit, rest ...record.Reading) string {
	t.Helper()
	for _, r := range rest {
		if r != first.Reading || r.OK() || r.Why == "" {
			t.Errorf("got %+v beside %+v", r, first)
		}
	}
	if first.Status == record.Undetermined {
		return "?"
	}
	return show(first)
}
