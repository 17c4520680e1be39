package delivery

import (
	"math"
	"testing"
	"time"

	"tare/internal/measure/rounds"
)

func TestForecast(t *testing.T) {
	const far = time.Duration(math.MaxInt64)
	f := rounds.Forecast{Benchmarks: 25, Rounds: 200, PerRound: 2, Least: 33 * time.Second, Most: 12*time.Minute + 3*time.Second}
	short := rounds.Forecast{Benchmarks: 1, Rounds: 9, PerRound: 1, Least: time.Second, Most: 9 * time.Second}
	fixed := rounds.Forecast{Benchmarks: 1, Rounds: 20, PerRound: 1, Least: 20 * time.Second, Most: 20 * time.Second}
	for _, c := range []struct {
		f    rounds.Forecast
		left time.Duration
		want string
	}{
		{f, far, "33s to 12m: 25 benchmarks, up to 200 rounds; -for or -max-rounds limits it"},
		{f, 5 * time.Minute, "33s to 5m: 25 benchmarks, up to 200 rounds; all of them would take 12m"},
		{f, 20 * time.Second, "-for leaves 20s for 25 benchmarks, but first verdicts or estimates take about 33s: what does not fit stays open"},
		{f, -time.Second, "-for leaves 0s for 25 benchmarks, but first verdicts or estimates take about 33s: what does not fit stays open"},
		{short, far, ""},
		{short, 5 * time.Second, "1s to 5s: 1 benchmark, up to 9 rounds; all of them would take 9s"},
		{fixed, far, "about 20s: 1 benchmark, up to 20 rounds; -for or -max-rounds limits it"},
		{rounds.Forecast{}, far, ""},
	} {
		if got := Forecast(c.f, c.left, "-max-rounds"); got != c.want {
			t.Errorf("\n got %s\nwant %s", got, c.want)
		}
	}
}
