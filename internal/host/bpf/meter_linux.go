//go:build amd64 || arm64

package bpf

import (
	"io"
	"time"

	"github.com/cilium/ebpf"
	"golang.org/x/sys/unix"
)

// measuredShare is the part of the time, one in so many intervals, in which the
// kernel measures the programs. Measuring a short one takes as long as running it.
const measuredShare = 8

// meter has the kernel measure its eBPF programs now and then.
type meter struct {
	err      error     // why they are not measured
	began    time.Time // of the recording
	total    time.Duration
	measured time.Duration // of total
	since    time.Time
	kernel   io.Closer // while it measures
	ticks    int
}

func (m *meter) start() {
	m.began = time.Now()
	m.on()
}

// tick is called in each interval.
func (m *meter) tick() {
	m.ticks++
	switch m.ticks % measuredShare {
	case 0:
		m.on()
	case 1:
		m.off()
	}
}

func (m *meter) stop() {
	m.off()
	m.total = time.Since(m.began)
}

func (m *meter) on() {
	if m.kernel, m.err = ebpf.EnableStats(unix.BPF_STATS_RUN_TIME); m.err == nil {
		m.since = time.Now()
	}
}

func (m *meter) off() {
	if m.kernel != nil {
		m.kernel.Close()
		m.kernel = nil
		m.measured += time.Since(m.since)
	}
}

// factor is the length of the recording in terms of what was measured of it.
func (m *meter) factor() float64 {
	total, measured := m.total, m.measured
	if total == 0 {
		total = time.Since(m.began)
	}
	if m.kernel != nil {
		measured += time.Since(m.since)
	}
	return float64(total) / float64(measured)
}
