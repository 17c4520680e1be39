package sysfs

import (
	"fmt"
	"strconv"
	"strings"
)

// maxWords bounds the masks that ParseMask accepts, at four times the largest
// NR_CPUS that Linux can be configured with.
const maxWords = 1 << 10

// ParseMask returns the CPUs of a mask such as "ff" or "1,0000000f" (0-3 and
// 32), ascending: words of 32 bits in hexadecimal, the highest first, as
// cpuset(7) describes under "Mask format".
func ParseMask(s string) ([]int, error) {
	words := strings.Split(s, ",")
	if len(words) > maxWords {
		return nil, fmt.Errorf("a mask of %d words is longer than any machine's", len(words))
	}
	var list []int
	for i := range words {
		word, err := strconv.ParseUint(words[len(words)-1-i], 16, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is not a mask like ff,ffffffff", s)
		}
		for bit := range 32 {
			if word>>bit&1 == 1 {
				list = append(list, 32*i+bit)
			}
		}
	}
	return list, nil
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
