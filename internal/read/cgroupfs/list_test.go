package cgroupfs

import (
	"slices"
	"testing"
)

func TestParseList(t *testing.T) {
	for s, want := range map[string][]int{
		"": nil, "3": {3}, "0-2,8": {0, 1, 2, 8}, "8,1-1": {1, 8}, "1-3,2-4": {1, 2, 3, 4},
	} {
		if got, err := ParseList(s); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"x", "1,", "-1", "3-1", "0-99999", "1 2"} {
		if got, err := ParseList(s); err == nil {
			t.Errorf("%q: got %v", s, got)
		}
	}
}
