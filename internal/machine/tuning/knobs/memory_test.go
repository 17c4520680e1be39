package knobs

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"tare/internal/machine/tuning"
)

// ranks is the kernel's list of swap areas, the first used first. An area without
// a priority of its own ranks below those that are there (mm/swapfile.c).
type ranks []string

func (r *ranks) set(name, value string) {
	if i := slices.Index(*r, name); i >= 0 {
		*r = slices.Delete(*r, i, i+1)
	}
	if value == "on" {
		*r = append(*r, name)
	}
}

// TestSwapRanks: areas without a priority are used in the same order after swap was
// switched off and restored, which goes backwards, and after it was cycled.
func TestSwapRanks(t *testing.T) {
	const swaps = "Filename Type Size Used Priority\n/b partition 1 0 -3\n/a partition 1 0 -2\n/c file 1 0 -4\n"
	root := fstest.MapFS{"proc/swaps": {Data: []byte(swaps)}, "proc/meminfo": {Data: []byte("MemAvailable: 100 kB\n")}}
	before := ranks{"swap:/a", "swap:/b", "swap:/c"}

	off, err := swapOff(root, tuning.Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	now := slices.Clone(before)
	for _, s := range off {
		now.set(s.Key, s.Value)
	}
	for _, s := range slices.Backward(off) {
		now.set(s.Key, "on")
	}
	if fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("restored: %v, were %v", now, before)
	}

	cycle, err := cycleSwap(root, tuning.Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	now = slices.Clone(before)
	for _, s := range cycle {
		now.set(s.Key, s.Value)
	}
	if fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("cycled: %v, were %v", now, before)
	}
}
