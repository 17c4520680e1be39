package sysfs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxCPU bounds the numbers that are accepted, at four times the largest NR_CPUS
// that Linux can be configured with: nothing read can ask for all memory.
const maxCPU = 1 << 15

// ParseList parses a list of CPUs or memory nodes, "0-3,8", as cpuset(7)
// describes under "List format", into ascending numbers. An empty list is none.
func ParseList(s string) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	var list []int
	for part := range strings.SplitSeq(s, ",") {
		first, last, isRange := strings.Cut(part, "-")
		lo, err := strconv.ParseUint(first, 10, 32)
		hi := lo
		if err == nil && isRange {
			hi, err = strconv.ParseUint(last, 10, 32)
		}
		if err != nil || hi < lo || hi >= maxCPU {
			return nil, fmt.Errorf("%q is not a list like 0-3,8", s)
		}
		for n := lo; n <= hi; n++ {
			list = append(list, int(n))
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// FormatList writes ascending numbers as the kernel writes lists, "0-3,8", and
// no numbers as "".
func FormatList(list []int) string {
	var b strings.Builder
	for i := 0; i < len(list); {
		last := i
		for last+1 < len(list) && list[last+1] == list[last]+1 {
			last++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(list[i]))
		if last > i {
			b.WriteString("-" + strconv.Itoa(list[last]))
		}
		i = last + 1
	}
	return b.String()
}
