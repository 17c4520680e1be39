package perf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/trace/event"
)

// maxRecord is more than any record takes that is read here.
const maxRecord = 64

// eachRecord calls f with the records in a ring that have not been consumed, and
// returns where they begin and end. The layout is that of struct
// perf_event_mmap_page and struct perf_event_header (type u32, misc u16, size
// u16) in linux/perf_event.h. Bodies are cut off at maxRecord, and good until f
// returns.
func eachRecord(ring []byte, f func(kind uint32, misc uint16, body []byte)) (tail, head uint64, err error) {
	page := (*unix.PerfEventMmapPage)(unsafe.Pointer(&ring[0]))
	data := ring[unix.Getpagesize():]
	head = atomic.LoadUint64(&page.Data_head)
	tail = page.Data_tail
	var raw [maxRecord]byte
	for at := tail; at < head; {
		copyRing(raw[:8], data, at)
		kind := binary.NativeEndian.Uint32(raw[0:])
		misc := binary.NativeEndian.Uint16(raw[4:])
		size := binary.NativeEndian.Uint16(raw[6:])
		if size < 8 {
			return tail, head, errors.New("a record without a size")
		}
		body := raw[8:min(int(size), maxRecord)]
		copyRing(body, data, at+8)
		f(kind, misc, body)
		at += uint64(size)
	}
	return tail, head, nil
}

// consume gives the space of a ring's records back to the kernel.
func consume(ring []byte, head uint64) {
	page := (*unix.PerfEventMmapPage)(unsafe.Pointer(&ring[0]))
	atomic.StoreUint64(&page.Data_tail, head)
}

// nearlyFull reports whether the kernel may have dropped records that it had no
// space to tell of.
func nearlyFull(ring []byte, tail, head uint64) bool {
	return head-tail > uint64(len(ring)-unix.Getpagesize()-4096)
}

// copyRing copies from a ring that starts over at its end.
func copyRing(to, data []byte, at uint64) {
	n := copy(to, data[at%uint64(len(data)):])
	copy(to[n:], data)
}

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
	why    event.OffWhy
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
			n.kind, n.why = noticeOff, event.OffSleep
		}
		if misc&unix.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT != 0 {
			n.why = event.OffPreempted
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
