package perf

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// configs are from include/uapi/linux/perf_event.h.
var configs = map[record.Metric]struct {
	kind   uint32
	config uint64
	kernel bool // means nothing without the kernel's part
}{
	record.Migrations:   {unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_MIGRATIONS, true},
	record.Cycles:       {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES, false},
	record.Instructions: {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS, false},
	record.CacheMisses:  {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_MISSES, false},
	record.TLBMisses: {unix.PERF_TYPE_HW_CACHE, unix.PERF_COUNT_HW_CACHE_DTLB |
		unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16, false},
}

// Open opens m on the calling thread, to be inherited. Without the right to
// count the kernel, events of user code alone are counted where that means
// something. A missing event is a reading that says why.
func Open(m record.Metric) (*os.File, record.Reading) {
	c := configs[m]
	attr := unix.PerfEventAttr{
		Type:        c.kind,
		Size:        unix.PERF_ATTR_SIZE_VER1,
		Config:      c.config,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		Bits:        unix.PerfBitInherit | unix.PerfBitExcludeHv,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if isDenied(err) && !c.kernel {
		attr.Bits |= unix.PerfBitExcludeKernel
		fd, err = unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	}
	if err != nil {
		return nil, missing(m, err)
	}
	return os.NewFile(uintptr(fd), string(m)), record.Of(0)
}

func isDenied(err error) bool {
	return errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)
}

func missing(m record.Metric, err error) record.Reading {
	switch {
	case isDenied(err):
		return record.Missing(record.Denied, "kernel.perf_event_paranoid forbids it without CAP_PERFMON")
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP):
		return record.Missing(record.Unsupported, "this machine shows no PMU to its guest")
	case errors.Is(err, unix.ENOSYS):
		return record.Missing(record.Unsupported, "this kernel has no perf events")
	}
	return record.Missing(record.Undetermined, fmt.Sprintf("opening perf event %s: %v", m, err))
}
