package delivery

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/measure/rounds"
	"tare/internal/record/unit"
)

// worthSaying is how long something takes that people want to know of before.
const worthSaying = 10 * time.Second

// Forecast says how long rounds will take when that is worth saying, and what to do
// about it. Left is the time until -for is over, very long without it; limit is the
// flag that bounds rounds.
func Forecast(f rounds.Forecast, left time.Duration, limit string) string {
	subject := unit.Plural(f.Benchmarks, "benchmark")
	if f.Benchmarks == 0 || f.Most < worthSaying && f.Most <= left {
		return ""
	}
	if f.Least > left {
		return fmt.Sprintf("-for leaves %s for %s, but first verdicts or estimates take about %s: what does not fit stays open",
			unit.Duration(max(0, left).Round(time.Second)), subject, rough(f.Least))
	}
	least, most := rough(f.Least), rough(min(f.Most, left))
	text := "about " + most
	if least != most {
		text = fmt.Sprintf("%s to %s", least, most)
	}
	text += fmt.Sprintf(": %s, up to %s", subject, unit.Plural(f.Rounds, "round"))
	if f.Most > left {
		return text + "; all of them would take " + rough(f.Most)
	}
	return text + fmt.Sprintf("; -for or %s limits it", limit)
}

// rough is a length of time without what nobody could promise.
func rough(d time.Duration) string {
	step := time.Minute
	switch {
	case d < time.Minute:
		step = time.Second
	case d < 10*time.Minute:
		step = 10 * time.Second
	}
	return strings.Replace(unit.Duration(d.Round(step)), "m0s", "m", 1)
}
