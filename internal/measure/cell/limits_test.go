package cell

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestCheck(t *testing.T) {
	for _, good := range []Limits{
		{}, {Quota: 1.5}, {Quota: 0.01, Period: time.Second}, {CPUs: "0-3,8"}, {Memory: 1}, {Quota: 256, Period: time.Millisecond},
		{Weight: MinWeight}, {Weight: MaxWeight},
	} {
		if _, err := good.check(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
	for _, bad := range []Limits{
		{Quota: -1}, {Quota: math.NaN()}, {Quota: math.Inf(1)}, {Quota: 0.001}, {Quota: 1, Period: time.Microsecond},
		{Quota: 1, Period: 2 * time.Second}, {Quota: 1, Period: -time.Second}, {CPUs: "x"}, {Memory: -1},
		{Weight: -1}, {Weight: MaxWeight + 1},
	} {
		if _, err := bad.check(); err == nil {
			t.Errorf("%+v passed", bad)
		}
	}
}

func TestSettings(t *testing.T) {
	all := []string{"cpu", "cpuacct", "cpuset", "memory", "pids"}
	full := Limits{Quota: 1.5, CPUs: "0-1", Memory: 4096}
	for _, c := range []struct {
		name        string
		limits      Limits
		version     int
		controllers []string
		want        string
	}{
		{"v1", full, 1, all, "cpu.cfs_period_us=100000 cpu.cfs_quota_us=150000 memory.limit_in_bytes=4096 memory.memsw.limit_in_bytes=4096? pids.max=4096 cpuset.mems= cpuset.cpus=0-1"},
		{"v2", full, 2, all, "cpu.max=150000 100000 memory.max=4096 memory.swap.max=0? memory.oom.group=1? pids.max=4096 cpuset.cpus=0-1"},
		{"v1 without limits", Limits{}, 1, all, "pids.max=4096 cpuset.mems= cpuset.cpus="},
		{"v2 without limits", Limits{}, 2, all, "pids.max=4096"},
		{"one controller", full, 1, []string{"cpu"}, "cpu.cfs_period_us=100000 cpu.cfs_quota_us=150000"},
		{"weight on v1", Limits{Weight: 250}, 1, []string{"cpu"}, "cpu.shares=2560"},
		{"least weight on v1", Limits{Weight: MinWeight}, 1, []string{"cpu"}, "cpu.shares=10"},
		{"weight on v2", Limits{Weight: 250, Quota: 1}, 2, []string{"cpu"}, "cpu.max=100000 100000 cpu.weight=250"},
		{"weight without the controller", Limits{Weight: 250}, 2, []string{"pids"}, "pids.max=4096"},
		{"short period", Limits{Quota: 0.5, Period: 5 * time.Millisecond}, 2, []string{"cpu"}, "cpu.max=2500 5000"},
	} {
		var got []string
		for _, s := range c.limits.settings(c.version, c.controllers) {
			mark := ""
			if s.ifPresent {
				mark = "?"
			}
			got = append(got, s.file+"="+s.value+mark)
		}
		if all := strings.Join(got, " "); all != c.want {
			t.Errorf("%s: got %s", c.name, all)
		}
	}
}

func TestControllers(t *testing.T) {
	required, optional := controllers([]Limits{{}, {Quota: 1}, {Memory: 1, CPUs: "0"}})
	if r, o := strings.Join(required, " "), strings.Join(optional, " "); r != "cpu memory" || o != "cpuset pids" {
		t.Errorf("required %q, optional %q", r, o)
	}
	if required, _ = controllers([]Limits{{Weight: 1}}); strings.Join(required, " ") != "cpu" {
		t.Errorf("a weight requires %q", required)
	}
	required, optional = controllers(nil)
	if r, o := strings.Join(required, " "), strings.Join(optional, " "); r != "" || o != "cpu pids" {
		t.Errorf("required %q, optional %q", r, o)
	}
}
