package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxNumber bounds the CPUs and memory nodes in a list, far above what any
// kernel is built for, so that a wrong list cannot ask for all memory.
const maxNumber = 1 << 16

// parseList parses the kernel's lists of CPUs and memory nodes, "0-3,8", into
// ascending numbers. An empty list is none.
func parseList(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var numbers []int
	for item := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(item, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.ParseUint(first, 10, 32)
		to, err2 := strconv.ParseUint(last, 10, 32)
		if err1 != nil || err2 != nil || from > to || to >= maxNumber {
			return nil, fmt.Errorf("%q is no list of CPUs like 0-3,8", text)
		}
		for n := from; n <= to; n++ {
			numbers = append(numbers, int(n))
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}

// formatList writes ascending numbers as the kernel does.
func formatList(numbers []int) string {
	var items []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		item := strconv.Itoa(numbers[i])
		if j > i {
			item += "-" + strconv.Itoa(numbers[j])
		}
		items = append(items, item)
		i = j + 1
	}
	return strings.Join(items, ",")
}
