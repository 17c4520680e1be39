package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestMemory(t *testing.T) {
	const (
		meminfo   = "proc/meminfo"
		ksm       = "sys/kernel/mm/ksm/run"
		merged    = "sys/kernel/mm/ksm/pages_shared"
		overcom   = "proc/sys/vm/overcommit_memory"
		thp       = "sys/kernel/mm/transparent_hugepage/enabled"
		defrag    = "sys/kernel/mm/transparent_hugepage/defrag"
		small     = "sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"
		large     = "sys/kernel/mm/hugepages/hugepages-32768kB/nr_hugepages"
		odd       = "sys/kernel/mm/hugepages/hugepages-odd/nr_hugepages"
		swappable = "proc/sys/vm/swappiness"
	)
	for _, c := range []struct {
		files  map[string]string
		fact   string
		want   string
		number float64
	}{
		{map[string]string{meminfo: "MemTotal: 2097152 kB\n"}, record.FactMemory, "2.000GiB", 2 << 30},
		{map[string]string{meminfo: "MemAvailable: 1024 kB\n"}, record.FactMemoryAvailable, "1.000MiB", 1 << 20},
		{map[string]string{meminfo: "MemTotal: 1 kB\n"}, record.FactMemoryAvailable, "", 0},
		{map[string]string{meminfo: "SwapTotal: 2097152 kB\nSwapFree: 2097152 kB\n"}, record.FactSwap, "0B of 2.000GiB", 0},
		{map[string]string{meminfo: "SwapTotal: 2048 kB\nSwapFree: 1024 kB\n"}, record.FactSwap, "1.000MiB of 2.000MiB", 1 << 20},
		{map[string]string{swappable: "60\n"}, record.FactSwappiness, "60", 60},
		{map[string]string{swappable: "lots\n"}, record.FactSwappiness, "", 0},
		{map[string]string{overcom: "1\n"}, record.FactOvercommit, "1 (always)", 1},
		{map[string]string{overcom: "3\n"}, record.FactOvercommit, "", 0},
		{map[string]string{overcom: "-1\n"}, record.FactOvercommit, "", 0},
		{map[string]string{ksm: "1\n"}, record.FactKSM, "running", 0},
		{map[string]string{ksm: "2\n"}, record.FactKSM, "off", 0},
		{map[string]string{ksm: "0\n", merged: "0\n"}, record.FactKSM, "off", 0},
		{map[string]string{ksm: "0\n", merged: "12\n"}, record.FactKSM, "stopped, pages merged before stay merged", 0},
		{map[string]string{ksm: "0\n"}, record.FactKSM, "", 0},
		{map[string]string{ksm: "7\n"}, record.FactKSM, "", 0},
		{map[string]string{thp: "always [madvise] never\n"}, record.FactTHP, "madvise", 0},
		{map[string]string{thp: "always madvise never\n"}, record.FactTHP, "", 0},
		{map[string]string{defrag: "always defer [defer+madvise] madvise never\n"}, record.FactTHPDefrag, "defer+madvise", 0},
		{map[string]string{small: "0\n", large: "0\n"}, record.FactHugePages, "none", 0},
		{map[string]string{small: "512\n", large: "0\n"}, record.FactHugePages, "512 × 2MiB", 1 << 30},
		{map[string]string{small: "1\n", large: "2\n"}, record.FactHugePages, "1 × 2MiB, 2 × 32MiB", 66 << 20},
		{map[string]string{small: "-1\n"}, record.FactHugePages, "", 0},
		{map[string]string{small: "1\n", odd: "1\n"}, record.FactHugePages, "", 0},
	} {
		if f := readOne(t, c.files, c.fact); f.Value != c.want || f.Number != c.number {
			t.Errorf("%v: got %+v, want %q and %v", c.files, f, c.want, c.number)
		}
	}
}
