package main

import (
	"runtime/metrics"
	"time"
)

// assistMetric is the wall time of assists.
const assistMetric = "/cpu/classes/gc/mark/assist:cpu-seconds"

func countAssists(s *site, plant int) {
	sample := []metrics.Sample{{Name: assistMetric}}
	read := func() int64 {
		metrics.Read(sample)
		return int64(sample[0].Value.Float64() * 1e9)
	}
	at, before := now(), read()
	for {
		time.Sleep(20 * time.Millisecond)
		end, after := now(), read()
		s.diary.Loss(plant, at, end, after-before)
		at, before = end, after
	}
}
