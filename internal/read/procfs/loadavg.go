package procfs

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// LoadAvg is the mean number of tasks that ran, waited for a CPU or slept
// uninterruptibly, over the last one, five and fifteen minutes.
type LoadAvg struct {
	One, Five, Fifteen float64
}

// ParseLoadAvg parses /proc/loadavg: "0.12 0.30 0.17 1/92 12372". The rest,
// runnable/all tasks and the newest PID, is not kept.
func ParseLoadAvg(r io.Reader) (LoadAvg, error) {
	f, err := words(r)
	if err != nil {
		return LoadAvg{}, err
	}
	if len(f) < 3 {
		return LoadAvg{}, fmt.Errorf("%d fields of a load average, want 3 or more", len(f))
	}
	var load [3]float64
	for i := range load {
		load[i], err = strconv.ParseFloat(f[i], 64)
		// NaN fails the comparison.
		if err != nil || !(load[i] >= 0 && load[i] <= math.MaxFloat64) {
			return LoadAvg{}, fmt.Errorf("%q is not a load average", f[i])
		}
	}
	return LoadAvg{load[0], load[1], load[2]}, nil
}
