package machine

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

const transparentDir = "sys/kernel/mm/transparent_hugepage"

// reservedHugePages lists the pools of huge pages that ordinary memory lacks, by
// page size. See Documentation/admin-guide/mm/hugetlbpage.rst.
func (s source) reservedHugePages() (string, float64, error) {
	pools, err := s.entries("sys/kernel/mm/hugepages", "hugepages-")
	if err != nil {
		return "", 0, err
	}
	var reserved []string
	var total float64
	for _, pool := range pools {
		text := strings.TrimSuffix(strings.TrimPrefix(path.Base(pool), "hugepages-"), "kB")
		kib, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return "", 0, undetermined("/%s is not named after a page size", pool)
		}
		n, err := s.number(pool + "/nr_hugepages")
		if err != nil {
			return "", 0, err
		}
		if n < 0 {
			return "", 0, undetermined("/%s/nr_hugepages: %d is negative", pool, n)
		}
		if n == 0 {
			continue
		}
		total += float64(n) * float64(kib<<10)
		reserved = append(reserved, fmt.Sprintf("%d × %s", n, wholeSize(kib<<10)))
	}
	if reserved == nil {
		return "none", 0, nil
	}
	return strings.Join(reserved, ", "), total, nil
}
