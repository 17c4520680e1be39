// Package flags is what the verbs that run benchmarks have in common at the
// command line: the flags, the checks of their values, and what they come to.
package flags

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/measure/cell"
)

// benchtime reads "100ms" or "500x".
func benchtime(s string) (time.Duration, int64, error) {
	if count, ok := strings.CutSuffix(s, "x"); ok {
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil || n <= 0 {
			return 0, 0, exit.Errorf(exit.Usage, "", "-benchtime %q: not a positive number of iterations", s)
		}
		return 0, n, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, 0, exit.Errorf(exit.Usage, "write a duration such as 100ms, or a number of iterations such as 500x", "-benchtime %q: not a positive duration", s)
	}
	return d, 0, nil
}

// Quota reads "50%" of one CPU, "1.5" CPUs, or "50ms/100ms" as a number of CPUs
// and the period in which they may be used up. An empty quota is none: both are
// 0. Every error is a usage error.
func Quota(s string) (cpus float64, period time.Duration, err error) {
	fail := func(why string) (float64, time.Duration, error) {
		return 0, 0, exit.Errorf(exit.Usage, "write 50% (of one CPU), 1.5 (CPUs) or 50ms/100ms (quota/period)", "-quota %q: %s", s, why)
	}
	if s == "" {
		return 0, 0, nil
	}
	if quota, per, ok := strings.Cut(s, "/"); ok {
		q, err1 := time.ParseDuration(quota)
		p, err2 := time.ParseDuration(per)
		switch {
		case err1 != nil || err2 != nil:
			return fail("not two durations")
		case p < time.Millisecond || p > time.Second:
			return fail("the kernel takes periods of 1ms to 1s")
		case q < time.Millisecond:
			return fail("the kernel takes quotas of 1ms and more")
		}
		return float64(q) / float64(p), p, nil
	}
	number, percent := strings.CutSuffix(s, "%")
	cpus, err = strconv.ParseFloat(number, 64)
	if err != nil {
		return fail("not a number")
	}
	if percent {
		cpus /= 100
	}
	if !(cpus >= 0.01 && cpus <= 1<<20) {
		return fail("the kernel takes quotas of 1% of one CPU and more")
	}
	return cpus, cell.DefaultPeriod, nil
}

var size = regexp.MustCompile(`(?i)^([\d.]+)([kmgt]?)(?:i?b)?$`)

// Bytes reads "512MiB", "1.5G", "64k"; the prefixes are binary. An empty size is
// 0. The error is a usage error that names the flag.
func Bytes(flag, s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	v := 0.0
	if m := size.FindStringSubmatch(s); m != nil {
		v, _ = strconv.ParseFloat(m[1], 64) // what is no number stays 0
		if m[2] != "" {
			v *= math.Pow(1024, float64(1+strings.Index("kmgt", strings.ToLower(m[2]))))
		}
	}
	if v < 1 || v > 1<<62 {
		return 0, exit.Errorf(exit.Usage, "write 512MiB, 2G or a number of bytes", "%s %q: not a size", flag, s)
	}
	return int64(v), nil
}

// Weight reads the weight of a cell against other groups; an empty one is 0. The error is
// a usage error.
func Weight(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < cell.MinWeight || n > cell.MaxWeight {
		return 0, exit.Errorf(exit.Usage, fmt.Sprintf("others have %d", cell.DefaultWeight), "-weight %q: not a whole number from %d to %d", s, cell.MinWeight, cell.MaxWeight)
	}
	return n, nil
}

// Percent reads "2.1%" or "0.021" as a fraction of one, both ends excluded. The
// error is a usage error that names the flag.
func Percent(flag, s string) (float64, error) {
	number, percent := strings.CutSuffix(s, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v > 0 && v < 1) {
		return 0, exit.Errorf(exit.Usage, "write 1% or 0.01", "%s %q: not a share between 0 and 100%%", flag, s)
	}
	return v, nil
}

// checkProcs checks a -cpu list as package testing reads it.
func checkProcs(s string) error {
	if s == "" {
		return nil
	}
	for v := range strings.SplitSeq(s, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(v)); err != nil || n <= 0 {
			return exit.Errorf(exit.Usage, "write a list of GOMAXPROCS values, such as 1,2,4", "-cpu %q: %q is not a positive number", s, v)
		}
	}
	return nil
}
