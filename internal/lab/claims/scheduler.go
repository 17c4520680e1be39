package claims

import "tare/internal/lab"

// scheduler are the claims about who runs when: timers, wake-ups, threads, GOMAXPROCS.
var scheduler = []lab.Claim{
	timerPrecision,
	frequencyLock,
	schedKnobs,
	schedLatency,
	spawnCompute,
	wakeupLatency,
	affinity,
	blockingIOThreads,
	runqueueDelay,
	wakeupSkew,
}
