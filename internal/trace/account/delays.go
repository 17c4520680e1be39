package account

import (
	"math/bits"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// columns is how many columns a map of delays over time has at most.
const columns = 96

// delays counts waits from being able to run to running.
type delays struct {
	lengths []int64 // by step
	count   int64
	worst   int64
	lanes   [][]int64 // by number
	times   [][]int64 // [column][power of two]
	begin   int64     // of the first column
	width   int64     // ns of a column
}

// maxRows is how many Ps or CPUs are told apart in a map of delays.
const maxRows = 512

func (d *delays) add(m *event.Mark, lane int64) {
	ns := m.End - m.Start
	if d.lengths == nil {
		d.begin, d.width = m.End, 1e6
	}
	d.lengths = increment(d.lengths, step(ns))
	d.count++
	d.worst = max(d.worst, ns)
	power := bits.Len64(uint64(max(0, ns)))
	if lane >= 0 && lane < maxRows {
		d.lanes = grow(d.lanes, int(lane))
		d.lanes[lane] = increment(d.lanes[lane], power)
	}
	at := (m.End - d.begin) / d.width
	for ; at >= columns; at /= 2 {
		d.halve()
	}
	at = max(0, at)
	d.times = grow(d.times, int(at))
	d.times[at] = increment(d.times[at], power)
}

// halve makes the columns twice as wide.
func (d *delays) halve() {
	d.width *= 2
	for i := range d.times {
		if i%2 == 0 {
			d.times[i/2] = d.times[i]
			continue
		}
		for power, n := range d.times[i] {
			d.times[i/2] = grow(d.times[i/2], power)
			d.times[i/2][power] += n
		}
	}
	d.times = d.times[:(len(d.times)+1)/2]
}

func increment(counts []int64, i int) []int64 {
	counts = grow(counts, i)
	counts[i]++
	return counts
}

// grow returns all with an element i.
func grow[T any](all []T, i int) []T {
	if i < len(all) {
		return all
	}
	return append(all, make([]T, i+1-len(all))...)
}

// report is the delays as data; a row for each lane by number.
func (d *delays) report() record.Delays {
	r := record.Delays{Count: d.count, Worst: d.worst, ByTime: d.times}
	if d.count == 0 {
		return r
	}
	r.P50 = min(upper(quantile(slices.All(d.lengths), d.count, 0.5)), d.worst)
	r.P99 = min(upper(quantile(slices.All(d.lengths), d.count, 0.99)), d.worst)
	for lane, steps := range d.lanes {
		if steps != nil {
			r.ByLane = append(r.ByLane, record.Row{Lane: int64(lane), Steps: steps})
		}
	}
	for _, column := range d.times {
		for power, n := range column {
			r.Steps = grow(r.Steps, power)
			r.Steps[power] += n
		}
	}
	return r
}
