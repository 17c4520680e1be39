package clock

import (
	"fmt"
	"math"

	"golang.org/x/sys/unix"
)

// pairs is how many readings Raw chooses from.
const pairs = 32

// Raw returns Now and CLOCK_MONOTONIC_RAW of one moment, in ns: the clock as
// NTP has corrected it, and as the hardware counts it. They belong together to
// within half of the time that reading the second takes, a few hundred ns.
func (s *System) Raw() (monotonic, raw int64, err error) {
	narrowest := int64(math.MaxInt64)
	for range pairs {
		var ts unix.Timespec
		before := s.Now()
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC_RAW, &ts); err != nil {
			return 0, 0, fmt.Errorf("reading CLOCK_MONOTONIC_RAW: %w", err)
		}
		if width := s.Now() - before; width < narrowest {
			narrowest, monotonic, raw = width, before+width/2, ts.Nano()
		}
	}
	return monotonic, raw, nil
}
