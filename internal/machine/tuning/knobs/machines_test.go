package knobs

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"maps"
	"testing/fstest"
)

// files is a root by the names of its files, all of which but the device end in
// a newline.
type files map[string]string

func (f files) root() fstest.MapFS {
	root := make(fstest.MapFS)
	for name, content := range f {
		if name != latencyDevice {
			content += "\n"
		}
		root[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return root
}

// limit is what the latency device holds for a limit in µs.
func limit(us uint32) string { return string(binary.NativeEndian.AppendUint32(nil, us)) }

// cpus adds n CPUs of which CPU i shares its core with CPU i+n/2.
func (f files) cpus(n int, smt string) {
	f[onlineFile] = fmt.Sprintf("0-%d", n-1)
	f[cpuDir+"/isolated"] = ""
	f[cpuDir+"/smt/control"] = smt
	for i := range n {
		siblings := fmt.Sprint(i)
		if smt == "on" {
			siblings = fmt.Sprintf("%d,%d", i%(n/2), i%(n/2)+n/2)
		}
		f[fmt.Sprintf("%s/cpu%d/topology/thread_siblings_list", cpuDir, i)] = siblings
	}
}

// policy adds one cpufreq policy.
func (f files) policy(cpu int, attributes files) {
	for name, value := range attributes {
		f[fmt.Sprintf("%s/policy%d/%s", policyDir, cpu, name)] = value
	}
}

// idle gives CPU 0 its states of idleness, by their exit latency in µs.
func (f files) idle(latencies ...int) {
	for i, us := range latencies {
		f[fmt.Sprintf("%s/state%d/latency", idleDir, i)] = fmt.Sprint(us)
	}
}

func (f files) with(more files) files {
	maps.Copy(f, more)
	return f
}

// kernel has what every kernel of a distribution has.
func kernel() files {
	return files{
		"proc/cpuinfo":                                          "processor : 0",
		"proc/meminfo":                                          "MemTotal: 8026164 kB\nMemAvailable: 1622108 kB",
		"proc/swaps":                                            "Filename Type Size Used Priority",
		"proc/irq/default_smp_affinity":                         "f",
		"proc/1/stat":                                           "1 (systemd) S 0 1 1 0 -1 4194560 1 1 1 1 1 1 1 1 20 0 1 0 3 1 1",
		"proc/self/cgroup":                                      "0::/user.slice/session-2.scope",
		"proc/self/mountinfo":                                   "31 22 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw",
		"proc/sys/kernel/osrelease":                             "6.8.0-45-generic",
		"proc/sys/kernel/randomize_va_space":                    "2",
		"proc/sys/kernel/numa_balancing":                        "0",
		"proc/sys/kernel/nmi_watchdog":                          "1",
		"proc/sys/kernel/soft_watchdog":                         "1",
		"proc/sys/kernel/timer_migration":                       "1",
		"proc/sys/kernel/sched_autogroup_enabled":               "1",
		"proc/sys/kernel/perf_event_max_sample_rate":            "100000",
		"proc/sys/kernel/perf_cpu_time_max_percent":             "25",
		"proc/sys/vm/swappiness":                                "60",
		"proc/sys/vm/stat_interval":                             "1",
		"proc/sys/vm/drop_caches":                               "0",
		"proc/sys/vm/compact_memory":                            "0",
		"sys/kernel/mm/transparent_hugepage/enabled":            "[always] madvise never",
		"sys/kernel/mm/transparent_hugepage/defrag":             "always defer [defer+madvise] madvise never",
		"sys/kernel/mm/ksm/run":                                 "0",
		"sys/kernel/debug/sched/base_slice_ns":                  "2800000",
		"sys/kernel/debug/sched/migration_cost_ns":              "500000",
		"sys/devices/virtual/workqueue/cpumask":                 "f",
		"sys/fs/cgroup/cgroup.procs":                            "2",
		"sys/fs/cgroup/cgroup.controllers":                      "cpuset cpu io memory pids",
		"sys/fs/cgroup/cgroup.subtree_control":                  "memory pids",
		"sys/fs/cgroup/user.slice/cgroup.type":                  "domain",
		"sys/fs/cgroup/user.slice/cgroup.procs":                 "",
		"sys/fs/cgroup/user.slice/session-2.scope/cgroup.type":  "domain",
		"sys/fs/cgroup/user.slice/session-2.scope/cgroup.procs": "812",
	}
}

// intelLaptop has two cores with two threads each, and a driver that lets the
// hardware choose its frequency.
func intelLaptop() files {
	f := kernel().with(files{
		cpuDir + "/intel_pstate/no_turbo": "0",
		latencyDevice:                     limit(2000 * 1000 * 1000),
		"proc/swaps": "Filename Type Size Used Priority\n" +
			"/dev/nvme0n1p3 partition 2097148 122880 -2\n" +
			`/my\040swap file 1048572 0 5`,
		"sys/kernel/mm/ksm/run":                            "1",
		"sys/fs/cgroup/machine.slice/cpuset.cpus":          "0-3",
		"sys/fs/cgroup/user.slice/cpu.max":                 "150000 100000",
		"sys/fs/cgroup/user.slice/session-2.scope/cpu.max": "max 100000",
	})
	f.cpus(4, "on")
	f.idle(0, 2, 10, 85, 133)
	for cpu := range 4 {
		f.policy(cpu, files{
			"scaling_governor": "powersave", "scaling_available_governors": "performance powersave",
			"energy_performance_preference": "balance_performance",
			"scaling_min_freq":              "400000", "scaling_max_freq": "3400000",
			"cpuinfo_min_freq": "400000", "cpuinfo_max_freq": "3400000", "base_frequency": "1800000",
		})
	}
	return f
}

// amdServer runs an older kernel with v1 control groups, containers that are
// bound to CPUs, and irqbalance. Its firmware couples CPUs eight by eight.
func amdServer() files {
	f := kernel().with(files{
		policyDir + "/boost":                           "1",
		latencyDevice:                                  limit(2000 * 1000 * 1000),
		"proc/711/stat":                                "711 (irqbalance) S 1 711 711 0 -1 4194560 1 1 1 1 1 1 1 1 20 0 2 0 1042 1 1",
		"proc/712/stat":                                "712 (irqbalance (x)) S 1 712 712 0 -1 4194560 1 1 1 1 1 1 1 1 20 0 2 0 1043 1 1",
		"proc/sys/kernel/numa_balancing":               "1",
		"proc/irq/0/smp_affinity_list":                 "0-15",
		"proc/irq/9/smp_affinity_list":                 "0-1",
		"proc/irq/24/smp_affinity_list":                "13",
		"proc/irq/101/smp_affinity_list":               "2-3",
		"proc/irq/default_smp_affinity":                "00000000,0000ffff",
		"proc/self/cgroup":                             "4:cpu,cpuacct:/system.slice/ci\n3:cpuset:/\n0::/",
		"proc/self/mountinfo":                          "31 22 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n32 22 0:28 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset",
		"proc/sys/kernel/osrelease":                    "5.4.0-196-generic",
		"proc/sys/kernel/sched_min_granularity_ns":     "3000000",
		"proc/sys/kernel/sched_wakeup_granularity_ns":  "4000000",
		"proc/sys/kernel/sched_migration_cost_ns":      "500000",
		"sys/devices/virtual/workqueue/cpumask":        "ffffffff,ffffffff",
		"sys/fs/cgroup/cpuset/release_agent":           "",
		"sys/fs/cgroup/cpuset/cgroup.procs":            "1",
		"sys/fs/cgroup/cpuset/cpuset.cpus":             "0-15",
		"sys/fs/cgroup/cpuset/docker/cpuset.cpus":      "0-15",
		"sys/fs/cgroup/cpuset/docker/4ab1/cpuset.cpus": "1-2,10",
		"sys/fs/cgroup/cpuset/docker/77fe/cpuset.cpus": "0",
	})
	for _, dir := range []string{"", "/system.slice", "/system.slice/ci"} {
		dir = "sys/fs/cgroup/cpu,cpuacct" + dir
		f.with(files{dir + "/cgroup.procs": "", dir + "/cpu.cfs_period_us": "100000", dir + "/cpu.cfs_quota_us": "400000"})
	}
	f["sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us"] = "-1"
	f.cpus(16, "on")
	f.idle(0, 1, 400)
	for _, cpu := range []int{0, 8} {
		f.policy(cpu, files{
			"scaling_governor": "schedutil", "scaling_available_governors": "conservative ondemand performance schedutil",
			"scaling_available_frequencies": "2800000 2400000 1600000",
			"scaling_min_freq":              "1600000", "scaling_max_freq": "2800000",
			"cpuinfo_min_freq": "1600000", "cpuinfo_max_freq": "2800000",
		})
	}
	return f
}

// kvmGuest has no frequency driver and was booted with CPUs isolated.
func kvmGuest() files {
	f := kernel().with(files{
		"proc/irq/1/smp_affinity_list":  "0-3",
		"proc/irq/25/smp_affinity_list": "3",
	})
	f.cpus(4, "notsupported")
	f[cpuDir+"/isolated"] = "3"
	return f
}

// wsl2 has a kernel of Microsoft's, with few of the settings.
func wsl2() files {
	f := kernel().with(files{
		"proc/sys/kernel/osrelease": "5.15.167.4-microsoft-standard-WSL2",
		"proc/swaps":                "Filename Type Size Used Priority\n/dev/sdb partition 4194304 1900000 -2",
	})
	for _, name := range []string{
		"proc/sys/kernel/numa_balancing", "proc/sys/kernel/nmi_watchdog", "proc/sys/kernel/soft_watchdog",
		"sys/kernel/debug/sched/base_slice_ns", "sys/kernel/debug/sched/migration_cost_ns", "sys/kernel/mm/ksm/run",
	} {
		delete(f, name)
	}
	f.cpus(4, "on")
	return f
}

// pod is a container whose control group hides the machine's.
func pod() files {
	f := kernel().with(files{
		"proc/self/cgroup":          "0::/",
		"sys/fs/cgroup/cgroup.type": "domain",
		"sys/fs/cgroup/cpu.max":     "200000 50000",
	})
	f.cpus(4, "on")
	return f
}

// forbidden is a root where everything exists and nothing may be looked at.
type forbidden struct{}

func (forbidden) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}
