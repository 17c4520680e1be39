//go:build cgo

package ccall

/*
#include <time.h>

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void work(long long ns) {
	for (long long until = now() + ns; now() < until;)
		;
}
*/
import "C"

import "time"

// Work computes in C for a while.
func Work(d time.Duration) { C.work(C.longlong(d)) }
