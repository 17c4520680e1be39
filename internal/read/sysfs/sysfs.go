// Package sysfs parses the small notations in which the kernel writes sets,
// choices and sizes into files of one line, below /sys and elsewhere.
package sysfs

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// Chosen returns the word that is marked among those that a file offers, as in
// "always [madvise] never". The marks are "[]" nearly everywhere, and "()" in
// debugfs sched/preempt. It reports false unless exactly one word is marked.
func Chosen(text, marks string) (string, bool) {
	var found string
	for w := range strings.FieldsSeq(text) {
		inner, opened := strings.CutPrefix(w, marks[:1])
		inner, closed := strings.CutSuffix(inner, marks[1:])
		switch {
		case strings.ContainsAny(inner, marks), opened != closed, opened && (inner == "" || found != ""):
			return "", false
		case opened:
			found = inner
		}
	}
	return found, found != ""
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

// NoLatencyLimit is what /dev/cpu_dma_latency holds when nobody wants a limit:
// PM_QOS_CPU_LATENCY_DEFAULT_VALUE in include/linux/pm_qos.h.
const NoLatencyLimit = 2_000_000_000 * time.Microsecond

// ParseLatency parses /dev/cpu_dma_latency, the longest time that waking a CPU
// may take: a binary number of µs in the machine's byte order. See
// Documentation/power/pm_qos_interface.rst.
func ParseLatency(r io.Reader) (time.Duration, error) {
	b, err := io.ReadAll(r)
	if err == nil && len(b) != 4 {
		err = fmt.Errorf("%d bytes, not the 4 of a number", len(b))
	}
	if err != nil {
		return 0, err
	}
	return time.Duration(int32(binary.NativeEndian.Uint32(b))) * time.Microsecond, nil
}
