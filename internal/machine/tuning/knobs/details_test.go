package knobs

import (
	"errors"
	"strings"
	"testing"

	"tare/internal/machine/tuning"
)

// plan returns what the knob wants on a machine, by describe, with the lines
// joined.
func plan(t *testing.T, id string, m files, w tuning.Wishes) string {
	t.Helper()
	for _, k := range All() {
		if k.ID == id {
			return strings.TrimSpace(describe(k, m.root(), w))
		}
	}
	t.Fatalf("no knob %s", id)
	return ""
}

// TestDetails changes one thing of a machine at a time, and looks for part of
// what a knob makes of it.
func TestDetails(t *testing.T) {
	const group = "sys/fs/cgroup/machine.slice/"
	const v1 = "sys/fs/cgroup/cpuset/docker/"
	for _, c := range []struct {
		knob    string
		machine func() files
		change  files
		shield  []int
		want    string
	}{
		{"thp", kernel, files{"sys/kernel/mm/transparent_hugepage/enabled": "always madvise [never]"}, nil, `enabled = "never"`},
		{"thp", kernel, files{"sys/kernel/mm/transparent_hugepage/enabled": "always"}, nil, "nothing is chosen"},
		{"ksm", kernel, files{"sys/kernel/mm/ksm/run": "2"}, nil, `run = "2"`},
		{"swappiness", kernel, files{"proc/sys/vm/swappiness": "0"}, nil, `= "0"`},
		{"swappiness", kernel, files{"proc/sys/vm/swappiness": "x"}, nil, `"x" is not a number`},
		{"stat-interval", kernel, files{"proc/sys/vm/stat_interval": "300"}, nil, `= "300"`},
		{"perf-rate", kernel, files{"proc/sys/kernel/perf_event_max_sample_rate": "1"}, nil, `= "1"`},
		{"perf-rate", kernel, files{"proc/sys/kernel/perf_cpu_time_max_percent": "100"}, nil, "takes no sampling rate while"},
		{"aslr", kernel, nil, nil, `randomize_va_space = "0"`},
		{"scheduler", amdServer, files{"proc/sys/kernel/sched_base_slice_ns": "1"}, nil, `sched_base_slice_ns = "3000000"`},

		{"cpu-latency", intelLaptop, files{idleDir + "/state1/latency": "0"}, nil, `= "10"`},
		{"cpu-latency", intelLaptop, files{latencyDevice: limit(1)}, nil, `= "1"`},
		{"cpu-latency", intelLaptop, files{latencyDevice: "0"}, nil, "1 bytes, not the 4 of a number"},

		{"smt", intelLaptop, files{cpuDir + "/smt/control": "forceoff"}, nil, `smt/control = "forceoff"`},
		{"smt", intelLaptop, files{cpuDir + "/smt/control": "2"}, nil, `"2" is unknown`},
		{"smt", amdServer, files{v1 + "4ab1/cpuset.cpus": "9"}, nil, "may run on CPUs 9 only"},

		{"shield", intelLaptop, nil, nil, "name some with -shield"},
		{"shield", intelLaptop, nil, []int{4}, "CPU 4 cannot be shielded: online are 0-3"},
		{"shield", intelLaptop, nil, []int{0, 1}, "shielding 0-3 leaves no CPU"},
		{"shield", intelLaptop, files{group + "cpuset.cpus": "1,3"}, []int{1}, "/sys/fs/cgroup/machine.slice may run on CPUs 1,3 only"},
		{"shield", intelLaptop, files{group + "cpuset.cpus.partition": "root"}, []int{1}, "holds CPUs 0-3 as a partition"},
		{"shield", intelLaptop, files{group + "cpuset.cpus.partition": "member"}, []int{1}, `partition:/sys/fs/cgroup/tare.shield = "root 1,3"`},
		{"shield", intelLaptop, files{"sys/fs/cgroup/tare.shield/cpuset.cpus": "1"}, []int{1}, `partition:/sys/fs/cgroup/tare.shield = "root 1,3"`},
		{"shield", intelLaptop, files{cpuDir + "/isolated": "1,3"}, []int{1}, `= "isolated 1,3"`},
		{"shield", intelLaptop, files{"sys/fs/cgroup/cgroup.controllers": "cpu memory"}, []int{1}, "unsupported: no control group hierarchy"},
		{"shield", amdServer, files{v1 + "77fe/cpuset.cpus": "2"}, []int{2}, "may run on CPUs 2 only"},

		{"irq-affinity", kvmGuest, files{cpuDir + "/isolated": "0-3"}, nil, "there is none for the rest"},
		{"irq-affinity", kvmGuest, files{"proc/irq/default_smp_affinity": "x"}, nil, "not a mask"},
		{"irq-affinity", kvmGuest, files{"proc/irq/1/smp_affinity_list": "3-1"}, nil, "proc/irq/1/smp_affinity_list"},
		{"irq-affinity", kvmGuest, files{"proc/irq/1/smp_affinity_list": "0"}, nil, `irq/25/smp_affinity_list = "0-2" may refuse`},

		{"quota", pod, files{"sys/fs/cgroup/cpu.max": "1"}, nil, "failed: the CPU quota of "},
		{"quota", pod, files{"proc/self/cgroup": "0::/../x"}, nil, "failed: the CPU quota of "},

		{"swap", intelLaptop, files{"proc/swaps": "Filename\n/dev/sda2 partition 1 x -2"}, nil, "swap area /dev/sda2"},
		{"swap", intelLaptop, files{"proc/meminfo": "MemTotal: 1 kB"}, nil, "unsupported: /proc/meminfo does not say"},
		{"wsl-reclaim", kernel, files{"proc/sys/kernel/osrelease": "4.4.0-19041-Microsoft", "proc/sys/fs/binfmt_misc/WSLInterop": ""}, nil, "this machine is not WSL2"},
		{"wsl-reclaim", kernel, files{"proc/sys/fs/binfmt_misc/WSLInterop-late": ""}, nil, "compact_memory"},
	} {
		if got := plan(t, c.knob, c.machine().with(c.change), tuning.Wishes{Shield: c.shield}); !strings.Contains(got, c.want) {
			t.Errorf("%s with %q, shielding %v: %s\nwant %s", c.knob, c.change, c.shield, got, c.want)
		}
	}
}

// TestShieldAfterSMT wishes for threads that go offline with SMT: their cores
// are meant.
func TestShieldAfterSMT(t *testing.T) {
	knobs, err := Select("", []string{"smt", "shield"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, shield := range [][]int{{1}, {3}, {1, 3}} {
		got := describe(knobs[0], intelLaptop().root(), tuning.Wishes{Shield: shield})
		if !strings.Contains(got, `= "isolated 1"`) {
			t.Errorf("shielding %v: %s", shield, got)
		}
	}
	if got := describe(knobs[0], intelLaptop().root(), tuning.Wishes{Shield: []int{9}}); !strings.Contains(got, "CPU 9 cannot be shielded: online are 0-1") {
		t.Errorf("shielding a CPU that there is not: %s", got)
	}
}

// TestSMTKeepsShield: what the shield has taken CPUs from, smt does not give any of them
// back; what the shield cannot be made for, smt sees to.
func TestSMTKeepsShield(t *testing.T) {
	const docker = "sys/fs/cgroup/cpuset/docker"
	knobs, err := Select("", []string{"smt", "irq-affinity", "shield"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := amdServer().with(files{cpuDir + "/isolated": "2,10", "proc/irq/9/smp_affinity_list": "10"})
	order := map[string][]string{} // values by key, as they are set
	for _, k := range knobs {
		plan, err := k.Steps(m.root(), tuning.Wishes{Shield: []int{2, 3}})
		if err != nil {
			t.Fatalf("%s: %v", k.ID, err)
		}
		for _, s := range plan {
			order[s.Key] = append(order[s.Key], s.Value)
		}
	}
	for _, key := range []string{"file:/" + docker + "/cpuset.cpus", "file:/proc/irq/9/smp_affinity_list"} {
		if got := order[key]; len(got) != 1 || strings.ContainsAny(got[0], "23") {
			t.Errorf("%s is set to %q", key, got)
		}
	}
	if got := describe(knobs[2], m.root(), tuning.Wishes{}); !strings.Contains(got, docker) {
		t.Errorf("without CPUs to shield: %s", got)
	}
}

// TestErrorsMatch holds that errors name their kind once.
func TestErrorsMatch(t *testing.T) {
	for _, err := range []error{unsupported("no %s", "x"), denied("no %s", "x")} {
		if err.Error() != "no x" || errors.Unwrap(err) == nil {
			t.Errorf("%v", err)
		}
	}
}
