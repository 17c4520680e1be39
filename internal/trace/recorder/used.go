package recorder

import (
	"fmt"
	"io/fs"
	"time"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

// usedEvery is how often schedstat is read: what a thread did after the last
// reading of it cannot be checked.
const usedEvery = 200 * time.Millisecond

// used reads what the kernel counts of each thread's running and waiting. Events
// tell both, too, and this is what they are checked against. Each reading has a
// time of its own: with many threads, the last is taken much later than the
// first.
func used(root fs.FS, pid int, now func() int64) func([]record.KernelEvent) []record.KernelEvent {
	numbers := map[int]int32{} // in the target's own namespace
	return func(all []record.KernelEvent) []record.KernelEvent {
		dir := fmt.Sprintf("proc/%d/task", pid)
		tids, _ := read.Numbers(root, dir) // none when it has ended
		seen := make(map[int]int32, len(tids))
		for _, tid := range tids {
			number, known := numbers[tid]
			if !known {
				own, err := procfs.OwnThread(root, pid, tid)
				if err != nil {
					continue
				}
				number = int32(own)
			}
			seen[tid] = number
			stat, err := read.Parse(root, fmt.Sprintf("%s/%d/schedstat", dir, tid), procfs.ParseSchedStat)
			if err != nil || stat.Turns == 0 {
				continue
			}
			at := now()
			all = append(all,
				record.KernelEvent{Time: at, Kind: record.KernelRan, TID: number, Value: stat.Running},
				record.KernelEvent{Time: at, Kind: record.KernelWaited, TID: number, Value: stat.Waiting})
		}
		numbers = seen // numbers of threads that ended may be used again
		return all
	}
}
