package setting

import (
	"testing"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ path, content, want string }{
		{"/proc/sys/vm/swappiness", "60\n", "60"},
		{"/proc/sys/kernel/printk", "4\t4\t1\t7\n", "4 4 1 7"},
		{"/sys/fs/cgroup/a/cpu.max", "max 100000\n", "max 100000"},
		{"/x", "", ""},
		{"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n", "madvise"},
		{"/sys/kernel/mm/transparent_hugepage/enabled", "madvise\n", "madvise"},
		{"/sys/power/mem_sleep", "[s2idle]\n", "s2idle"},
		{"/x", "a [b] [c]", "a [b] [c]"},
		{"/x", "a [b c] d", "a [b c] d"},
		{"/x", "a [] d", "a [] d"},
		{"/x", "none voluntary (full)", "none voluntary (full)"},
		{"/sys/kernel/debug/sched/preempt", "none voluntary (full) lazy \n", "full"},
		{"/proc/irq/9/smp_affinity_list", "3,0-1,2,8\n", "0-3,8"},
		{"/proc/irq/9/smp_affinity_list", "3-1\n", "3-1"},
		{"/sys/fs/cgroup/cpuset/cpuset.cpus", "\n", ""},
		{"/sys/fs/cgroup/a/cpuset.cpus.effective", "0,1\n", "0-1"},
		{"/sys/fs/cgroup/a/cpuset.cpus.partition", "isolated invalid (Cpu list is empty)\n", "isolated invalid (Cpu list is empty)"},
		{"/sys/fs/cgroup/a/cpuset.mems", "0\n", "0"},
		{"/proc/sys/kernel/watchdog_cpumask", "0,1\n", "0-1"},
		{"/proc/irq/9/smp_affinity", "00000000,0000000F\n", "f"},
		{"/proc/irq/default_smp_affinity", "0ff,ffffffff\n", "ff,ffffffff"},
		{"/proc/irq/9/smp_affinity", "0\n", "0"},
		{"/proc/irq/9/smp_affinity", "3,f\n", "3,0000000f"},
		{"/proc/irq/9/smp_affinity", "100000000\n", "100000000"},
		{"/proc/irq/9/smp_affinity", "0xff\n", "0xff"},
		{"/proc/irq/9/smp_affinity", "1,123456789\n", "1,123456789"},
		{"/sys/fs/cgroup/cpuset/cpuset.cpus", "[00]\n", "[00]"},
		{"/proc/irq/9/smp_affinity", "[0f]\n", "[0f]"},
		{"/sys/devices/virtual/workqueue/cpumask", "0003\n", "3"},
		{"/sys/devices/cpu_core/cpumask", "0003\n", "0003"},
	} {
		if got := canonical(c.path, c.content); got != c.want {
			t.Errorf("canonical(%q, %q) = %q, want %q", c.path, c.content, got, c.want)
		}
	}
}

// FuzzCanonical: what is canonical stays as it is.
func FuzzCanonical(f *testing.F) {
	names := []string{"x", "preempt", "smp_affinity", "smp_affinity_list", "cpuset.cpus"}
	for _, content := range []string{"always [madvise] never", "0-3,8", "00000000,0000000f", "none (full)", " a\t\nb", "[[a]]", "[00]"} {
		for i := range names {
			f.Add(i, content)
		}
	}
	f.Fuzz(func(t *testing.T, i int, content string) {
		if i < 0 || i >= len(names) {
			t.Skip()
		}
		once := canonical(names[i], content)
		if twice := canonical(names[i], once); twice != once {
			t.Errorf("%s: %q became %q, then %q", names[i], content, once, twice)
		}
	})
}
