package chart

import (
	"math"
	"slices"
	"testing"
)

func TestCoord(t *testing.T) {
	for c, want := range map[Coord]string{12.3456: "12.35", -0.001: "0", Percent(1): "100"} {
		if got := c.String(); got != want {
			t.Errorf("%g prints as %s, want %s", float64(c), got, want)
		}
	}
}

func TestNiceStep(t *testing.T) {
	for _, c := range []struct{ raw, want float64 }{
		{1, 1}, {1.01, 2}, {2, 2}, {3, 5}, {5.5, 10}, {9.9, 10},
		{0.3, 0.5}, {0.012, 0.02}, {1e-9, 1e-9}, {7e11, 1e12},
	} {
		if got := niceStep(c.raw); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("niceStep(%v) = %v, want %v", c.raw, got, c.want)
		}
	}
}

func TestAxis(t *testing.T) {
	for _, c := range []struct {
		scale Scale
		n     int
		units []Unit
		want  []string
	}{
		{Scale{0, 10}, 5, Times, []string{"0", "2", "4", "6", "8", "10 ns"}},
		{Scale{1790, 1960}, 4, Times, []string{"1.80", "1.85", "1.90", "1.95 µs"}},
		{Scale{0.4125, 0.4135}, 2, Times, []string{"0.4125", "0.4130", "0.4135 ns"}},
		{Scale{9.4e8, 1.12e9}, 3, Times, []string{"1.0", "1.1 s"}},
		{Scale{-3, 3}, 3, Times, []string{"-2", "0", "2 ns"}},
		{Scale{4.4, 9.6}, 2, Times, []string{"6", "8 ns"}}, // one tick would tell no distances
		{Scale{1e17, 1.4e17}, 2, Times, []string{"1e+08", "1.2e+08", "1.4e+08 s"}},
		{Scale{0, 23.5 * (1 << 30)}, 4, Bytes, []string{"0", "10", "20 GiB"}},
		{Scale{0, 0.43}, 4, Shares, []string{"0", "20", "40 %"}},
		{Scale{0, 4}, 4, Counts, []string{"0", "1", "2", "3", "4"}},
	} {
		at, labels := c.scale.Axis(c.n, c.units)
		if !slices.Equal(labels, c.want) {
			t.Errorf("%v, %d: %q, want %q", c.scale, c.n, labels, c.want)
		}
		if !slices.IsSorted(at) {
			t.Errorf("%v, %d: ticks at %v", c.scale, c.n, at)
		}
	}
}

func TestTicksKeepApart(t *testing.T) {
	for _, s := range []Scale{{0, 10}, {1790, 1960}, {0.41250, 0.41251}, {123456.7, 123456.8}, {1e17, 2e17}} {
		ticks := s.Ticks(Times)
		for i := 1; i < len(ticks); i++ {
			distance := float64(ticks[i].At-ticks[i-1].At) / 100 * NarrowPlot
			if room := (textWidth(ticks[i].Label) + textWidth(ticks[i-1].Label)) / 2; distance < room {
				t.Errorf("on %v %q and %q are %.0f px apart and %.0f px wide", s, ticks[i-1].Label, ticks[i].Label, distance, room)
			}
		}
	}
}
