package procfs

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"tare/internal/read"
)

// Pressure is how much of the time tasks waited for a resource: some of them,
// or all that were not idle at once. Shares are fractions of one.
type Pressure struct {
	Some, Full Stall
	HasFull    bool // /proc/pressure/cpu has no such line before Linux 5.13
}

// Stall is a share of the time, averaged over the last 10, 60 and 300 seconds.
type Stall struct {
	Avg10, Avg60, Avg300 float64
}

// ParsePressure parses a file of /proc/pressure, in percent there:
//
//	some avg10=0.15 avg60=0.64 avg300=0.43 total=2266649164
//	full avg10=0.00 avg60=0.00 avg300=0.00 total=0
//
// See Documentation/accounting/psi.rst.
func ParsePressure(r io.Reader) (Pressure, error) {
	var p Pressure
	var some bool
	err := read.EachLine(r, func(line string) error {
		kind, rest, _ := strings.Cut(line, " ")
		stall, err := parseStall(rest)
		switch kind {
		case "some":
			p.Some, some = stall, true
		case "full":
			p.Full, p.HasFull = stall, true
		default:
			return nil
		}
		return err
	})
	if err == nil && !some {
		err = errors.New(`no line "some"`)
	}
	return p, err
}

func parseStall(s string) (Stall, error) {
	var stall Stall
	shares := map[string]*float64{"avg10": &stall.Avg10, "avg60": &stall.Avg60, "avg300": &stall.Avg300}
	for field := range strings.FieldsSeq(s) {
		key, value, _ := strings.Cut(field, "=")
		share, known := shares[key]
		if !known {
			continue
		}
		percent, err := strconv.ParseFloat(value, 64)
		// NaN fails the comparison.
		if err != nil || !(percent >= 0 && percent <= 100) {
			return Stall{}, fmt.Errorf("%q is not a percentage", field)
		}
		*share = percent / 100
		delete(shares, key)
	}
	if len(shares) > 0 {
		return Stall{}, fmt.Errorf("%q lacks an average", s)
	}
	return stall, nil
}

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
