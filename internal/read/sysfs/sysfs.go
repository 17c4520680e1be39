// Package sysfs parses the small notations in which the kernel writes sets,
// choices and sizes into files of one line, mostly below /sys. Lists of CPUs,
// "0-3,8", are those of control groups too: see cgroupfs.ParseList.
package sysfs

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Chosen returns the word that is marked among those that a file offers, as in
// "always [madvise] never". The marks are "[]" nearly everywhere, and "()" in
// debugfs sched/preempt. It reports false when no word is marked.
func Chosen(text, marks string) (string, bool) {
	_, rest, found := strings.Cut(text, marks[:1])
	word, _, closed := strings.Cut(rest, marks[1:])
	return word, found && closed && word != ""
}

// ParseSize returns the bytes of a size such as "32K", as cache/index*/size has
// it: see size_show in drivers/base/cacheinfo.c, which knows no other unit.
func ParseSize(s string) (uint64, error) {
	digits, ok := strings.CutSuffix(s, "K")
	kib, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil || kib > math.MaxUint64/1024 {
		return 0, fmt.Errorf("%q is not a size like 32K", s)
	}
	return kib * 1024, nil
}
