package machine_test

import (
	"strings"
	"testing"

	"tare/internal/record"
)

// cacheIndex returns one cache of CPU 0, given as "level type size shared line".
func cacheIndex(index, text string) map[string]string {
	files := make(map[string]string)
	names := []string{"level", "type", "size", "shared_cpu_list", "coherency_line_size"}
	for i, value := range strings.Fields(text) {
		if value != "-" {
			files[cpus+"cpu0/cache/index"+index+"/"+names[i]] = value + "\n"
		}
	}
	return files
}

func TestCaches(t *testing.T) {
	desktop := cores("0-3", 2, "0,2", "1,3")
	first := with(cacheIndex("0", "1 Data 48K 0,2 64"), cacheIndex("1", "1 Instruction 32K 0,2 64"))
	checkReadings(t, "amd64", []reading{
		{name: "three levels", fact: record.FactCaches,
			files: with(desktop, first, cacheIndex("2", "2 Unified 1280K 0,2 64"), cacheIndex("3", "3 Unified 36864K 0-3 64")),
			value: "L1d 48KiB, L2 1.25MiB, L3 36MiB shared by 4 CPUs, line 64B", number: 36 << 20},
		{name: "cluster", fact: record.FactCaches,
			files: with(cores("0-3", 4, "0", "1", "2", "3"), cacheIndex("0", "1 Data 32K 0 64"), cacheIndex("1", "2 Unified 1024K 0-3 64")),
			value: "L1d 32KiB, L2 1MiB shared by 4 CPUs, line 64B", number: 1 << 20},
		{name: "levels out of order", fact: record.FactCaches,
			files: with(desktop, cacheIndex("0", "2 Unified 512K 0,2 64"), cacheIndex("1", "1 Unified 16K 0,2 32")),
			value: "L1 16KiB, L2 512KiB, line 64B", number: 512 << 10},
		{name: "no line", fact: record.FactCaches, files: with(desktop, cacheIndex("0", "1 Data 48K 0,2 -")),
			value: "L1d 48KiB", number: 48 << 10},
		{name: "CPU 0 offline", fact: record.FactCaches, files: with(cores("1", 1, "1"), first),
			status: record.Unsupported, why: "cpu1/cache: "},
		{name: "no sizes", fact: record.FactCaches, files: with(desktop, cacheIndex("0", "1 Data -")),
			status: record.Unsupported, why: "cpu0/cache gives no sizes"},
		{name: "damaged size", fact: record.FactCaches, files: with(desktop, cacheIndex("0", "1 Data 48M 0")),
			why: "index0/size: \"48M\" is not a size"},
		{name: "damaged list", fact: record.FactCaches, files: with(desktop, cacheIndex("0", "1 Data 48K x")),
			why: "shared_cpu_list: \"x\" is not a list"},
		{name: "damaged line", fact: record.FactCaches, files: with(desktop, cacheIndex("0", "1 Data 48K 0 x")),
			why: "coherency_line_size: \"x\" is not a number"},
	})
}
