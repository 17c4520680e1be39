package compare

import (
	"slices"
	"testing"
)

func TestLayoutLooks(t *testing.T) {
	for _, c := range []struct {
		layouts, most int
		want          []int
	}{
		{8, 200, []int{8, 32, 200}}, {12, 200, []int{12, 48, 192}}, {50, 200, []int{50, 200}}, {8, 16, []int{8, 16}},
		{8, 15, []int{8}}, {150, 200, []int{150}}, {8, 1000, []int{8, 32, 128, 1000}},
	} {
		if got := layoutLooks(c.layouts, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%d layouts, %d rounds: %v, want %v", c.layouts, c.most, got, c.want)
		}
	}
}
