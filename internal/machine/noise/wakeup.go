package noise

import (
	"time"

	"tare/internal/record"
)

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
