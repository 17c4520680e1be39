//go:build amd64 || arm64

package bpf

import (
	"fmt"
	"testing"
)

// BenchmarkCost lets a child do what is recorded most often, with and without a
// recording: an op is a byte sent to another thread and back, or a system call.
// The programs' own times are ns of CPU for each run, and those of a switch are of
// both of its threads.
func BenchmarkCost(b *testing.B) {
	for _, work := range []string{"pingpong", "echo", "getppid"} {
		b.Run(work+"/plain", func(b *testing.B) {
			p := start(b, fmt.Sprint(work, " ", b.N))
			p.finish(b)
			reportCPU(b, p)
		})
		for _, calls := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/recorded/calls=%v", work, calls), func(b *testing.B) {
				r, p := need(b), start(b, fmt.Sprint(work, " ", b.N))
				r.Calls(calls)
				rec := follow(b, r, p)
				reportCPU(b, p)
				reportPrograms(b, r)
				b.ReportMetric(float64(len(rec.events))/float64(b.N), "events/op")
			})
		}
	}
}

// reportPrograms reports the time of each run of the programs that run most often.
func reportPrograms(b *testing.B, r *Recorder) {
	for _, name := range []string{schedProgOnSwitch, schedProgOnWaking, schedProgOnWakeup, schedProgOnSyscall} {
		if stats, err := r.kernel.Programs[name].Stats(); err == nil && stats.RunCount > 0 {
			b.ReportMetric(float64(stats.Runtime)/float64(stats.RunCount), "ns/"+name)
		}
	}
}

// reportCPU replaces ns/op by the CPU time that the child took: others may keep
// the machine busy.
func reportCPU(b *testing.B, p *process) {
	cpu := p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
	b.ReportMetric(float64(cpu)/float64(b.N), "ns/op")
}
