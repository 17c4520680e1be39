package account

import (
	"maps"
	"math/bits"
	"slices"

	"tare/internal/record"
)

// columns is how many columns a map of delays over time has at most.
const columns = 96

// delays counts waits from being able to run to running.
type delays struct {
	lengths map[int]int64 // by step
	count   int64
	worst   int64
	lanes   map[int64][]int64
	times   [][]int64 // [column][power of two]
	begin   int64     // of the first column
	width   int64     // ns of a column
}

// maxLanes is how many lanes are told apart in a map of delays.
const maxLanes = 512

func (d *delays) add(m *record.Mark, lane int64) {
	ns := m.End - m.Start
	if d.lengths == nil {
		d.lengths, d.lanes, d.begin, d.width = map[int]int64{}, map[int64][]int64{}, m.End, 1e6
	}
	d.lengths[step(ns)]++
	d.count++
	d.worst = max(d.worst, ns)
	power := bits.Len64(uint64(max(0, ns)))
	if lane >= 0 && (d.lanes[lane] != nil || len(d.lanes) < maxLanes) {
		d.lanes[lane] = increment(d.lanes[lane], power)
	}
	at := (m.End - d.begin) / d.width
	for ; at >= columns; at /= 2 {
		d.halve()
	}
	at = max(0, at)
	for int64(len(d.times)) <= at {
		d.times = append(d.times, nil)
	}
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

// grow returns counts with an element i.
func grow(counts []int64, i int) []int64 {
	for len(counts) <= i {
		counts = append(counts, 0)
	}
	return counts
}

// report is the delays as data; a row for each lane by number.
func (d *delays) report() record.Delays {
	r := record.Delays{Count: d.count, Worst: d.worst, ByTime: d.times}
	if d.count == 0 {
		return r
	}
	countOf := func(step int) int64 { return d.lengths[step] }
	r.P50 = min(upper(quantile(d.lengths, countOf, d.count, 0.5)), d.worst)
	r.P99 = min(upper(quantile(d.lengths, countOf, d.count, 0.99)), d.worst)
	for _, lane := range slices.Sorted(maps.Keys(d.lanes)) {
		r.ByLane = append(r.ByLane, record.Row{Lane: lane, Steps: d.lanes[lane]})
	}
	for _, column := range d.times {
		for power, n := range column {
			r.Steps = grow(r.Steps, power)
			r.Steps[power] += n
		}
	}
	return r
}
