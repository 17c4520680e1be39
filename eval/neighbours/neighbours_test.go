package neighbours

import (
	"testing"
	"time"
)

func TestBusy(t *testing.T) {
	ramp := Habit{Busy: 10 * time.Millisecond, Idle: 40 * time.Millisecond, Ramp: 20 * time.Second}
	for _, c := range []struct {
		habit     Habit
		age, want time.Duration
	}{
		{Steady, time.Hour, Steady.Busy},
		{Habit{Busy: 300, Idle: 200}, time.Second, 300},
		{ramp, 0, 0},
		{ramp, 5 * time.Second, 12500 * time.Microsecond},
		{ramp, 19_999 * time.Millisecond, 49_997_500},
		{ramp, 30 * time.Second, 25 * time.Millisecond},
	} {
		if got := c.habit.busy(c.age); got != c.want {
			t.Errorf("%+v is busy for %v at %v, want %v", c.habit, got, c.age, c.want)
		}
	}
}
