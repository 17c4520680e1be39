package findings

import "testing"

func TestCommon(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
		ok   bool
	}{
		{"0-3,8", "2-9", 3, true},
		{"0-3", "4-7", 0, true},
		{"5", "5", 1, true},
		{"", "0-3", 0, false},
		{"0-3", "none", 0, false},
		{"3-1", "0-3", 0, false},
	} {
		if n, ok := common(c.a, c.b); ok != c.ok || ok && n != c.want {
			t.Errorf("%q and %q: got %d, %v", c.a, c.b, n, ok)
		}
	}
}

func FuzzSpans(f *testing.F) {
	for _, seed := range []string{"0-3,8", "", "none", "0-2147483647", "3-1", "1,,2", "-1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		all, ok := spans(list)
		if ok != (len(all) > 0) {
			t.Fatalf("%q: %v, %v", list, all, ok)
		}
		for _, s := range all {
			if s.first < 0 || s.last < s.first {
				t.Fatalf("%q: %v", list, all)
			}
		}
	})
}
