package claims

import "tare/internal/lab"

// scheduler are the claims about who runs when: timers, wake-ups, threads, GOMAXPROCS.
var scheduler = []lab.Claim{
	timerPrecision,
	runqueueDelay,
	wakeupSkew,
}
