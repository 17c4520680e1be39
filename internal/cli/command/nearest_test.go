package command

import "testing"

func TestDidYouMean(t *testing.T) {
	known := []string{"bench", "benchtime", "count", "max-cv", "max-rounds", "max-time", "json", "o"}
	for name, want := range map[string]string{
		"bnech":     "; did you mean -bench?",
		"becnhtime": "; did you mean -benchtime?",
		"coutn":     "; did you mean -count?",
		"jsno":      "; did you mean -json?",
		"max":       "; did you mean -max-cv or -max-rounds or -max-time?",
		"x":         "",
		"":          "",
		"colour":    "",
	} {
		if got := DidYouMean(name, "-", known); got != want {
			t.Errorf("%s%s, want %s", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"run", "rnu", 1}, {"run", "ran", 1}, {"tune", "une", 1}, {"kitten", "sitting", 3}, {"ä", "a", 1}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != got {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
