package schedule

import (
	"fmt"
	"testing"
	"time"
)

func TestShare(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name   string
		claims []Claim
		left   time.Duration
		want   string
	}{
		{"nothing asked for", nil, s, "[]"},
		{"enough for all", []Claim{{0, 10, s}, {0, 5, s}}, 15 * s, "[true true]"},
		{"the one that needs least", []Claim{{0, 10, s}, {0, 5, s}}, 14 * s, "[false true]"},
		{"as many as fit", []Claim{{0, 5, s}, {0, 9, s}, {0, 3, s}}, 8 * s, "[true false true]"},
		{"time counts, not rounds", []Claim{{0, 5, 4 * s}, {0, 10, s}}, 12 * s, "[false true]"},
		{"none would come to an end", []Claim{{0, 10, s}, {0, 5, s}}, 4 * s, "[true true]"},
		{"nothing is known of one yet", []Claim{{9, 200, s}, {0, 5, s}, {0, 20, s}}, 20 * s, "[true true false]"},
		{"which leaves no time for others", []Claim{{9, 9, s}, {0, 5, s}}, 10 * s, "[true false]"},
		{"nothing is known of any", []Claim{{9, 9, s}, {9, 9, s}}, s, "[true true]"},
	} {
		if got := fmt.Sprint(Share(c.claims, c.left)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Shared by need, a time that is short ends more benchmarks than in turn, and still
// tells something of each.
func TestShareEndsMost(t *testing.T) {
	needs := []int{12, 300, 20, 40, 900, 15, 60}
	play := func(share func([]Claim, time.Duration) []bool) (ended int, fewest int) {
		done := make([]int, len(needs))
		for left := 250 * time.Second; left > 0; {
			var claims []Claim
			var of []int
			for i, n := range needs {
				if done[i] < n {
					claims, of = append(claims, Claim{max(0, 9-done[i]), n - done[i], time.Second}), append(of, i)
				}
			}
			for k, takes := range share(claims, left) {
				if takes && left > 0 {
					done[of[k]]++
					left -= time.Second
				}
			}
		}
		fewest = done[0]
		for i, n := range needs {
			fewest = min(fewest, done[i])
			if done[i] >= n {
				ended++
			}
		}
		return ended, fewest
	}
	inTurn, _ := play(func(c []Claim, _ time.Duration) []bool {
		all := make([]bool, len(c))
		for i := range all {
			all[i] = true
		}
		return all
	})
	if ended, fewest := play(Share); ended != 5 || ended <= inTurn || fewest < 9 {
		t.Errorf("%d ended, in turn %d; the last had %d rounds", ended, inTurn, fewest)
	}
}

func TestBudget(t *testing.T) {
	if b := (Budget{}); b.Limited() || b.Left() < time.Hour {
		t.Errorf("no end, but %s left", b.Left())
	}
	now := time.Unix(100, 0)
	b := Budget{Until: now.Add(time.Minute), Now: func() time.Time { return now }}
	if now = now.Add(50 * time.Second); !b.Limited() || b.Left() != 10*time.Second {
		t.Errorf("%s left", b.Left())
	}
}
