package noise

import (
	"errors"
	"fmt"

	"tare/internal/record"
)

// Batches are short, so that the median is of batches that nothing interrupted.
const (
	clockBatches = 25
	clockReads   = 1000

	switchBatches = 5 // per CPU
	switchRounds  = 150
	switchCPUs    = 4
)

// errCoarse is why nothing short can be timed, as on Windows, where the clock
// that Go reads follows the timer interrupt.
var errCoarse = fmt.Errorf("the clock stands still between readings: %w", errors.ErrUnsupported)

// readClock measures the cost of a reading. A clock that advances with less than
// one reading in ten is too coarse to time that.
func (s *session) readClock() record.Reading {
	var costs []float64
	var reads, advances int
	for range clockBatches {
		if s.ctx.Err() != nil {
			break
		}
		start := s.System.Now()
		last := start
		for range clockReads {
			now := s.System.Now()
			if now != last {
				advances++
			}
			last = now
		}
		reads += clockReads
		costs = append(costs, float64(last-start)/clockReads)
	}
	switch {
	case len(costs) == 0:
		return s.absent(nil)
	case advances < reads/10:
		return s.absent(errCoarse)
	default:
		return record.Of(median(costs))
	}
}

// switches measures the switch from one thread to another on the same CPU.
func (s *session) switches() record.Reading {
	if len(s.cpus) == 0 {
		return s.absent(s.unpinned)
	}
	var costs []float64
	var failed error
	cpus := pick(s.cpus, switchCPUs)
	for _, cpu := range cpus {
		deadline := s.until(switchesShare / float64(len(cpus)))
		for range switchBatches {
			if s.over(deadline) {
				break
			}
			took, err := s.System.PingPong(cpu, switchRounds)
			if err != nil {
				failed = err
				break
			}
			costs = append(costs, float64(took)/(2*switchRounds))
		}
	}
	if len(costs) == 0 {
		return s.absent(failed)
	}
	return record.Of(median(costs))
}
