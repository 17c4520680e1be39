package recorder

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"tare/internal/host/syscalls"
	"tare/internal/read"
	"tare/internal/read/cgroupfs"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

const (
	// Each round of readings takes about 0.2 ms of CPU time, with waking up.
	statEvery = 100 * time.Millisecond
	// statOften is for levels that infer from cpu.stat when threads were throttled.
	statOften   = time.Millisecond
	stealEvery  = 50 * time.Millisecond
	countEvery  = 100 * time.Millisecond
	threadEvery = 100 * time.Millisecond
	// frugal is how much longer than a reading takes it is until the next: on
	// large machines /proc/stat takes a millisecond.
	frugal = 50
)

// poller reads again and again what no event tells of.
type poller struct {
	now    func() int64 // of tare's clock
	gauges []*gauge
	files  []*file
}

// gauge is one thing that is read, and how often.
type gauge struct {
	every time.Duration
	next  int64
	read  func(all []record.KernelEvent) []record.KernelEvent // appends events; the poller sets the time of those without
}

func newPoller(r *Recording, t *target) *poller {
	p := &poller{now: r.machine.now}
	often := statEvery
	if t.known {
		p.add(threadEvery, end(r.machine.root, r.pid, r.gone))
	}
	switch r.level {
	case record.KernelNone:
		return p
	case record.KernelPoll:
		often = statOften
		p.add(threadEvery, threads(r.machine.root, r.pid))
	case record.KernelPerf:
		often = statOften
	}
	for i, dir := range t.groups {
		p.add(often, p.group(r.machine.root, dir, int32(i)))
	}
	p.add(usedEvery, used(r.machine.root, r.pid, p.now))
	p.add(usedEvery, p.system(r.machine.root, r.pid))
	if t.steals {
		p.add(stealEvery, p.steal(r.machine.root))
	}
	if r.source != nil {
		p.add(countEvery, counts(r.source))
	}
	return p
}

func (p *poller) add(every time.Duration, read func([]record.KernelEvent) []record.KernelEvent) {
	p.gauges = append(p.gauges, &gauge{every: every, read: read})
}

// step reads what is due, or everything. What is read together has the same time,
// that of its beginning by the target's clock, unless its gauge says another.
func (p *poller) step(offset int64, all bool) []record.KernelEvent {
	var events []record.KernelEvent
	begun := p.now()
	for _, g := range p.gauges {
		if !all && begun < g.next {
			continue
		}
		before := p.now()
		events = g.read(events)
		took := time.Duration(p.now() - before)
		g.next = begun + int64(max(g.every, frugal*took))
	}
	for i := range events {
		events[i].Time, events[i].CPU = cmp.Or(events[i].Time, begun)+offset, -1
	}
	return events
}

// rhythm is the shortest time between readings; 0 when there are none.
func (p *poller) rhythm() (shortest time.Duration) {
	for _, g := range p.gauges {
		if shortest == 0 || g.every < shortest {
			shortest = g.every
		}
	}
	return shortest
}

func (p *poller) close() {
	for _, f := range p.files {
		f.close()
	}
}

// group reads the cpu.stat of a group until that is no more.
func (p *poller) group(root fs.FS, dir string, number int32) func([]record.KernelEvent) []record.KernelEvent {
	f := p.open(root, path.Join(dir, "cpu.stat"))
	return func(all []record.KernelEvent) []record.KernelEvent {
		text, err := f.read()
		if err != nil {
			return all
		}
		stat, has, err := cgroupfs.ParseCPUStat(bytes.NewReader(text))
		if err != nil || !has {
			return all
		}
		return append(all, record.KernelEvent{Kind: record.KernelStat, Number: number, Value: stat.ThrottledTime, Periods: int32(stat.Throttled)})
	}
}

// steal reads the first line of /proc/stat, that of all CPUs together.
func (p *poller) steal(root fs.FS) func([]record.KernelEvent) []record.KernelEvent {
	f := p.open(root, "proc/stat")
	return func(all []record.KernelEvent) []record.KernelEvent {
		text, err := f.read()
		if err != nil {
			return all
		}
		line, _, _ := strings.Cut(string(text), "\n")
		stat, err := procfs.ParseStat(strings.NewReader(line))
		if err != nil {
			return all
		}
		return append(all, record.KernelEvent{Kind: record.KernelSteal, Value: int64(stat.Total.Steal) * (1e9 / procfs.TicksPerSecond)})
	}
}

// system reads the system time and page faults of a process.
func (p *poller) system(root fs.FS, pid int) func([]record.KernelEvent) []record.KernelEvent {
	f := p.open(root, fmt.Sprintf("proc/%d/stat", pid))
	var first uint64 // page faults at the first reading: differences alone are of use
	known := false
	return func(all []record.KernelEvent) []record.KernelEvent {
		text, err := f.read()
		if err != nil {
			return all
		}
		stat, err := procfs.ParseProcess(bytes.NewReader(text))
		if err != nil {
			return all
		}
		if !known {
			first, known = stat.Faults, true
		}
		return append(all, record.KernelEvent{Kind: record.KernelUsed, Value: int64(stat.System) * (1e9 / procfs.TicksPerSecond), Number: int32(min(stat.Faults-first, math.MaxInt32))})
	}
}

// counts tells how many system calls there were, where that has changed.
func counts(source Source) func([]record.KernelEvent) []record.KernelEvent {
	told := map[int32]int64{}
	return func(all []record.KernelEvent) []record.KernelEvent {
		calls := source.Syscalls()
		for _, number := range slices.Sorted(maps.Keys(calls)) {
			if n := calls[number]; told[number] != n {
				told[number] = n
				all = append(all, record.KernelEvent{Kind: record.KernelCount, Number: number, Value: n, Name: syscalls.Name(number)})
			}
		}
		return all
	}
}

// threads lists a process's threads, for levels that are not told of them.
func threads(root fs.FS, pid int) func([]record.KernelEvent) []record.KernelEvent {
	told := map[int]string{}
	return func(all []record.KernelEvent) []record.KernelEvent {
		dir := fmt.Sprintf("proc/%d/task", pid)
		tids, _ := read.Numbers(root, dir) // none when it has ended
		for _, tid := range tids {
			name, err := read.Text(root, fmt.Sprintf("%s/%d/comm", dir, tid))
			if before, known := told[tid]; err != nil || known && before == name {
				continue
			}
			if number, err := procfs.OwnThread(root, pid, tid); err == nil {
				told[tid] = name
				all = append(all, record.KernelEvent{Kind: record.KernelThread, TID: int32(number), Name: name})
			}
		}
		return all
	}
}

// end closes a channel when a process has ended.
func end(root fs.FS, pid int, gone chan struct{}) func([]record.KernelEvent) []record.KernelEvent {
	over := false
	return func(all []record.KernelEvent) []record.KernelEvent {
		if !over && errors.Is(alive(root, pid), os.ErrProcessDone) {
			over = true
			close(gone)
		}
		return all
	}
}

// file is a file of the kernel that is read again and again from its beginning,
// without being opened each time.
type file struct {
	file fs.File
	err  error
	text [4096]byte
}

func (p *poller) open(root fs.FS, name string) *file {
	f := &file{}
	f.file, f.err = root.Open(name)
	p.files = append(p.files, f)
	return f
}

// read returns as much of the file as there is room for. After an error, such as
// that of a removed group, there is nothing more to read.
func (f *file) read() ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	at, ok := f.file.(io.ReaderAt)
	if !ok {
		f.close()
		f.err = errors.ErrUnsupported
		return nil, f.err
	}
	n, err := at.ReadAt(f.text[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		f.close()
		f.err = err
	}
	return f.text[:n], f.err
}

func (f *file) close() {
	if f.err == nil {
		_ = f.file.Close()
	}
}
