package perf

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// noticeKind is what a notice is about.
type noticeKind uint8

const (
	noticeThread noticeKind = iota // a thread exists, or has got another name
	noticeFork                     // a thread was made by another
	noticeAsleep                   // it sleeps, unless something else is known already
	noticeOn
	noticeOff
	noticeExit
	noticeLost
)

// notice is what a record says, as the kernel counts time and tare threads.
type notice struct {
	time   int64
	kind   noticeKind
	why    record.OffWhy
	cpu    int32
	tid    int32
	parent int32 // of noticeFork
	count  int64 // of noticeLost
	name   string
}

// parse reads a record, unless it is about another process or of a kind that
// does not matter. What bodies begin with is in linux/perf_event.h; they end
// with what sample_id_all and the sample type say: pid u32, tid u32, time u64.
func parse(kind uint32, misc uint16, body []byte, pid int32) (notice, bool) {
	if len(body) < 16 {
		return notice{}, false
	}
	word := func(i int) int32 { return int32(binary.NativeEndian.Uint32(body[4*i:])) }
	n := notice{time: int64(binary.NativeEndian.Uint64(body[len(body)-8:])), tid: word(1)}
	mine := word(0) == pid
	switch kind {
	case unix.PERF_RECORD_SWITCH:
		n.kind = noticeOn
		if misc&unix.PERF_RECORD_MISC_SWITCH_OUT != 0 {
			n.kind, n.why = noticeOff, record.OffSleep
		}
		if misc&unix.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT != 0 {
			n.why = record.OffPreempted
		}
	case unix.PERF_RECORD_COMM: // pid u32, tid u32, name
		name, _, _ := bytes.Cut(body[8:max(8, len(body)-16)], []byte{0})
		n.kind, n.name = noticeThread, string(name)
	case unix.PERF_RECORD_FORK: // pid u32, ppid u32, tid u32, ptid u32, time u64
		n.kind, n.tid, n.parent = noticeFork, word(2), word(3)
	case unix.PERF_RECORD_EXIT: // likewise
		n.kind, n.tid = noticeExit, word(2)
	case unix.PERF_RECORD_LOST: // id u64, lost u64
		n.kind, n.tid, n.count = noticeLost, 0, int64(binary.NativeEndian.Uint64(body[8:]))
		mine = true
	default:
		return notice{}, false
	}
	return n, mine
}
