package perf

import (
	"encoding/binary"
	"errors"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
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
			return tail, head, errors.New("a record of no size")
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
