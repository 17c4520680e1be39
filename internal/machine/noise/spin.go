package noise

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// A gap is at least minGap ns, and gapReadings times what a reading takes.
const (
	minGap      = 1000
	gapReadings = 10
)

// minSpeeds is how many values make a 5th and a 95th percentile.
const minSpeeds = 40

// spin fills in what spinning threads see: gaps, the time lost in them, speed.
func (s *session) spin(n *record.Noise) {
	if !n.Clock.OK() {
		unspun(n, n.Clock)
		return
	}
	threshold := max(minGap, int64(gapReadings*n.Clock.Value))
	places := s.places(maxCPUs)
	spinners, failed := s.spinAll(places, threshold)

	var gaps, speeds []float64
	var spun, lost int64
	for i, sp := range spinners {
		if sp.spun == 0 {
			continue
		}
		sum, longest := sp.lost()
		spun, lost = spun+sp.spun, lost+sum
		for _, gap := range sp.gaps {
			gaps = append(gaps, float64(gap))
		}
		speeds = append(speeds, sp.speed...)
		for _, cpu := range places[i] {
			n.PerCPU = append(n.PerCPU, record.CPUNoise{
				CPU: cpu, Lost: float64(sum) / float64(sp.spun), Gaps: len(sp.gaps), Max: float64(longest),
			})
		}
	}
	if spun == 0 {
		unspun(n, s.absent(failed))
		return
	}
	n.Lost = record.Of(float64(lost) / float64(spun))
	n.Gaps = gapHistogram(gaps, spun, threshold)
	n.Speed, n.Spread = steadiness(speeds)
}

// unspun fills in why there is nothing to fill in.
func unspun(n *record.Noise, why record.Reading) {
	n.Gaps, n.Lost, n.Speed, n.Spread = none(why), why, none(why), why
}

// spinAll runs one spinner in each place, as many at once as may, and gives
// each an equal part of the time that is left. The error is the last of those
// that kept a spinner from running.
func (s *session) spinAll(places [][]int, threshold int64) (spinners []*spinner, failed error) {
	deadline := max(s.start+int64(s.Budget), s.until(spinShare))
	waves := slices.Collect(slices.Chunk(places, s.parallel()))
	for i, wave := range waves {
		share := max(0, deadline-s.System.Now()) / int64(len(waves)-i)
		errs := make([]error, len(wave))
		var group sync.WaitGroup
		for j, place := range wave {
			sp := newSpinner(s.System, threshold, share)
			spinners = append(spinners, sp)
			group.Go(func() {
				errs[j] = s.System.On(place, func() { sp.run(s.ctx, share) })
			})
		}
		group.Wait()
		for _, err := range errs {
			if err != nil {
				failed = err
			}
		}
	}
	return spinners, failed
}

// gapHistogram is not measured when there are no gaps; Lost is, and 0.
func gapHistogram(gaps []float64, spun, threshold int64) record.Histogram {
	if len(gaps) == 0 {
		return none(record.Missing(record.Undetermined, fmt.Sprintf("no gap of %s or more in %s of spinning",
			unit.Nanoseconds(float64(threshold)), unit.Duration(time.Duration(spun)))))
	}
	return histogram(gaps, latencyBounds())
}

// steadiness returns the histogram of the speeds and how far apart they are.
func steadiness(speeds []float64) (record.Histogram, record.Reading) {
	h := histogram(speeds, steadyBounds(slices.Min(speeds)))
	if len(speeds) < minSpeeds {
		return h, record.Missing(record.Undetermined, fmt.Sprintf("%d values are too few for a statement", len(speeds)))
	}
	return h, record.Of(quantile(speeds, 0.95)/quantile(speeds, 0.05) - 1)
}

const (
	// sleepTime is how long a thread sleeps for one wake-up: long enough for
	// its CPU to go idle, as it does when a benchmark waits.
	sleepTime  = time.Millisecond
	wakeups    = 150 // of all CPUs together
	wakeupCPUs = 4
)

// wakeups has threads sleep, on one CPU after the other, and returns by how much
// they woke late.
func (s *session) wakeups() record.Histogram {
	var late []float64
	var failed error
	places := s.places(wakeupCPUs)
	for _, place := range places {
		err := s.System.On(place, func() {
			deadline := s.until(wakeupsShare / float64(len(places)))
			for range wakeups / len(places) {
				if s.over(deadline) || failed != nil {
					return
				}
				start := s.System.Now()
				if failed = s.System.Sleep(sleepTime); failed == nil {
					late = append(late, float64(max(0, s.System.Now()-start-int64(sleepTime))))
				}
			}
		})
		if err != nil {
			failed = err
		}
	}
	if len(late) == 0 {
		return none(s.absent(failed))
	}
	return histogram(late, append([]float64{0}, latencyBounds()...))
}
