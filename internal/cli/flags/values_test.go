package flags

import (
	"math"
	"testing"
	"time"

	"tare/internal/engine/exit"
)

func TestQuota(t *testing.T) {
	for in, want := range map[string]struct {
		cpus   float64
		period time.Duration
	}{
		"":            {0, 0},
		"50%":         {0.5, 100 * time.Millisecond},
		"1.5":         {1.5, 100 * time.Millisecond},
		"250%":        {2.5, 100 * time.Millisecond},
		"50ms/100ms":  {0.5, 100 * time.Millisecond},
		"5ms/10ms":    {0.5, 10 * time.Millisecond},
		"300ms/100ms": {3, 100 * time.Millisecond},
	} {
		cpus, period, err := Quota(in)
		if err != nil || math.Abs(cpus-want.cpus) > 1e-12 || period != want.period {
			t.Errorf("%q: %v, %v, %v", in, cpus, period, err)
		}
	}
	for _, in := range []string{"half", "0", "-1", "0%", "NaN", "Inf", "50ms/", "50ms/2s", "1us/100ms", "50/100", "%"} {
		if _, _, err := Quota(in); exit.Status(err) != exit.Usage {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestBytes(t *testing.T) {
	for in, want := range map[string]int64{"": 0, "1": 1, "64k": 64 << 10, "512MiB": 512 << 20, "512mb": 512 << 20, "1.5G": 3 << 29, "2TiB": 2 << 40, "100B": 100} {
		if got, err := Bytes("-memory", in); got != want || err != nil {
			t.Errorf("%q: %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"lots", "0", "-5M", "5Q", "M", "1e30T", "NaN"} {
		if got, err := Bytes("-memory", in); exit.Status(err) != exit.Usage {
			t.Errorf("%q: %d, %v", in, got, err)
		}
	}
}

func TestWeight(t *testing.T) {
	for in, want := range map[string]int{"": 0, "1": 1, "100": 100, "10000": 10000} {
		if got, err := Weight(in); got != want || err != nil {
			t.Errorf("%q: %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"0", "-1", "10001", "1.5", "much"} {
		if got, err := Weight(in); exit.Status(err) != exit.Usage {
			t.Errorf("%q: %d, %v", in, got, err)
		}
	}
}

func TestPercent(t *testing.T) {
	for in, want := range map[string]float64{"1%": 0.01, "0.021": 0.021, "2.1%": 0.021} {
		if got, err := Percent("-target", in); math.Abs(got-want) > 1e-12 || err != nil {
			t.Errorf("%q: %v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "0", "1", "100%", "-1%", "x", "NaN"} {
		if _, err := Percent("-target", in); exit.Status(err) != exit.Usage {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func FuzzSizes(f *testing.F) {
	for _, s := range []string{"50%", "50ms/100ms", "512MiB", "1e9", "0x1p-2", "kib", "1.5G"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if cpus, period, err := Quota(s); err == nil && s != "" && (!(cpus > 0) || period <= 0) {
			t.Errorf("quota %q: %v, %v", s, cpus, period)
		}
		if n, err := Bytes("-memory", s); err == nil && s != "" && n <= 0 {
			t.Errorf("bytes %q: %d", s, n)
		}
		if v, err := Percent("-target", s); err == nil && !(v > 0 && v < 1) {
			t.Errorf("percent %q: %v", s, v)
		}
	})
}
