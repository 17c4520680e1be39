package unit

import (
	"math"
	"testing"
	"time"
)

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Nanoseconds(0), "0ns"},
		{Nanoseconds(0.4), "0.4000ns"},
		{Nanoseconds(1530), "1.530µs"},
		{Nanoseconds(999.96), "1.000µs"},
		{Nanoseconds(2.5e9), "2.500s"},
		{Nanoseconds(-1530), "-1.530µs"},
		{Nanoseconds(119e9), "119.0s"},
		{Nanoseconds(200.3e9), "3m20s"},
		{Nanoseconds(-200.3e9), "-3m20s"},
		{Nanoseconds(64202e9), "17h50m2s"},
		{Nanoseconds(1e20), "100000000000s"},
		{Nanoseconds(math.Inf(1)), "?"},
		{Nanoseconds(math.NaN()), "?"},
		{Bytes(2048), "2.000KiB"},
		{Bytes(100), "100.0B"},
		{Count(12500), "12.50k"},
		{Percent(0.0153, 1), "1.5%"},
		{Duration(1234 * time.Millisecond), "1.2s"},
		{Duration(200*time.Second + 300*time.Millisecond), "3m20s"},
		{Duration(12345 * time.Microsecond), "12ms"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
