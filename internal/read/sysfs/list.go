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

// wordBits is the size of the words of a mask.
const wordBits = 32

// ParseMask returns the CPUs of a mask such as "ff" or "1,0000000f" (0-3 and
// 32), ascending: words of 32 bits in hexadecimal, the highest first, as
// cpuset(7) describes under "Mask format".
func ParseMask(s string) ([]int, error) {
	words := strings.Split(s, ",")
	if len(words) > maxCPU/wordBits {
		return nil, fmt.Errorf("a mask of %d words is longer than any machine's", len(words))
	}
	var list []int
	for i := range words {
		word, err := strconv.ParseUint(words[len(words)-1-i], 16, wordBits)
		if err != nil {
			return nil, fmt.Errorf("%q is not a mask like ff,ffffffff", s)
		}
		for bit := range wordBits {
			if word>>bit&1 == 1 {
				list = append(list, wordBits*i+bit)
			}
		}
	}
	return list, nil
}

// FormatMask writes ascending CPUs as a mask that every kernel takes and writes
// back but for leading zeros: lower case, and a comma before every 8 digits from
// the right. See bitmap_parse in lib/bitmap-str.c.
func FormatMask(cpus []int) string {
	if len(cpus) == 0 {
		return "0"
	}
	words := make([]uint32, cpus[len(cpus)-1]/wordBits+1)
	for _, c := range cpus {
		words[len(words)-1-c/wordBits] |= 1 << (c % wordBits)
	}
	mask := strconv.FormatUint(uint64(words[0]), 16)
	for _, w := range words[1:] {
		mask += fmt.Sprintf(",%08x", w)
	}
	return mask
}
