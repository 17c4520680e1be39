//go:build amd64 || arm64

package bpf

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tare/internal/test/vmtest"
	"tare/internal/trace/event"
)

// quota makes a control group that gets 20 ms of CPU time in 100 ms, and returns
// its folder.
func quota(t *testing.T) string {
	t.Helper()
	capability, root, limits := "cgroup1", "/sys/fs/cgroup/cpu", map[string]string{"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "20000"}
	if _, err := os.Stat(root); err != nil {
		capability, root, limits = "cgroup2", "/sys/fs/cgroup", map[string]string{"cpu.max": "20000 100000"}
	}
	dir, err := os.MkdirTemp(root, "tare-bpf-test-")
	if err != nil {
		vmtest.Need(t, capability, err)
	}
	t.Cleanup(func() {
		if err := os.Remove(dir); err != nil {
			t.Error(err)
		}
	})
	for file, limit := range limits {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(limit), 0); err != nil {
			vmtest.Need(t, capability, err)
		}
	}
	return dir
}

// throttled returns from the group's cpu.stat in how many periods it was
// throttled, and ns summed over CPUs.
func throttled(t *testing.T, dir string) (periods int, ns int64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "cpu.stat"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var us int64
		fmt.Sscanf(line, "nr_throttled %d", &periods)
		fmt.Sscanf(line, "throttled_time %d", &ns)
		if n, _ := fmt.Sscanf(line, "throttled_usec %d", &us); n == 1 {
			ns = us * 1000
		}
	}
	return periods, ns
}

// TestThrottled: in as many periods as the kernel says, and for as long, threads
// are kept off by the quota.
func TestThrottled(t *testing.T) {
	for _, threads := range []int{1, 4} {
		t.Run(fmt.Sprint(threads), func(t *testing.T) {
			r, dir := need(t), quota(t)
			p := start(t, fmt.Sprintf("spin %d 1000", threads))
			if err := os.WriteFile(filepath.Join(dir, "cgroup.procs"), fmt.Append(nil, p.pid), 0); err != nil {
				t.Fatal(err)
			}
			rec := follow(t, r, p)
			wantPeriods, wantTime := throttled(t, dir)
			periods, time := rec.throttled()
			if periods < 3 || periods < wantPeriods-2 || periods > wantPeriods+2 {
				t.Errorf("threads were kept off in %d periods; the kernel counts %d", periods, wantPeriods)
			}
			if ratio := float64(time) / float64(wantTime); ratio < 0.95 || ratio > 1.05 {
				t.Errorf("threads were kept off for %d ms; the kernel counts %d", time/1e6, wantTime/1e6)
			}
			if rec.stacks[event.OffThrottled] == 0 {
				t.Error("no stacks of throttled threads")
			}
			checkStates(t, rec)
		})
	}
}

// throttled returns in how many periods threads were kept off by a quota when it
// was refilled, and for how many ns, summed over the CPUs: of queues where those
// are throttled, and else of any thread until it is put on a CPU or the quota is
// refilled.
func (rec *recording) throttled() (periods int, ns int64) {
	threads := map[int32]int32{} // kept off, and the CPU where that is
	since := map[int32]int64{}   // by CPU
	queues := map[int32]int64{}
	var ofThreads, ofQueues int64
	release := func(tid int32, now int64) {
		cpu, kept := threads[tid]
		delete(threads, tid)
		if kept && !slices.Contains(slices.Collect(maps.Values(threads)), cpu) {
			ofThreads += now - since[cpu]
		}
	}
	for _, e := range rec.events {
		switch {
		case e.Kind == event.KernelOff && e.Why == event.OffThrottled:
			if !slices.Contains(slices.Collect(maps.Values(threads)), e.CPU) {
				since[e.CPU] = e.Time
			}
			threads[e.TID] = e.CPU
		case e.Kind == event.KernelOn:
			release(e.TID, e.Time)
		case e.Kind == event.KernelThrottle:
			queues[e.CPU] = e.Time
		case e.Kind == event.KernelUnthrottle:
			ofQueues += e.Time - queues[e.CPU]
			delete(queues, e.CPU)
		case e.Kind == event.KernelRefill:
			if len(threads)+len(queues) > 0 {
				periods++
			}
			for tid := range threads {
				release(tid, e.Time)
			}
		}
	}
	return periods, max(ofThreads, ofQueues)
}
